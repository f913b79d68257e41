/** Runs every selected scenario and prints the used memory at the end. */
import { measure } from '../measure.ts';
import type { BenchOptions } from '../options.ts';
import { print } from '../print.ts';
import { printFigure, printFirstLoad, printHeader, printResult, storeResults } from '../report.ts';
import type { Run } from '../run.ts';
import type { Scenario } from '../scenario.ts';
import { catalogueScenarios } from '../scenarios/catalogue.ts';
import { listScenarios } from '../scenarios/lists.ts';
import { logins } from '../scenarios/logins.ts';
import { numberScenarios } from '../scenarios/numbers.ts';
import { pageScenarios } from '../scenarios/pages.ts';
import { searchScenarios } from '../scenarios/search.ts';
import { saleScenarios } from '../scenarios/selling.ts';

export const scenarios: readonly Scenario[] = [
  ...listScenarios,
  ...searchScenarios,
  ...pageScenarios,
  ...numberScenarios,
  ...logins,
  ...catalogueScenarios,
  ...saleScenarios,
];

export const selectedScenarios = ({ only }: BenchOptions): Scenario[] =>
  scenarios.filter(({ name }) => only.split('|').some((text) => name.includes(text)));

export const throughput: Run = {
  env: { RAMAL_CAPTCHA: 'altcha' },
  run: async ({ fixture, server, options, root }) => {
    const { lines, seconds, only } = options;
    printHeader();
    const measured = [];
    for (const scenario of selectedScenarios(options)) {
      try {
        measured.push(await measure(scenario, fixture, seconds));
        printResult(measured.at(-1)!);
      } catch (error) {
        // Prints the failure of a scenario, so that the results of the other scenarios are not
        // lost.
        print(
          `${scenario.name}: not measured: ${error instanceof Error ? error.message : String(error)}`,
        );
      }
    }
    const memoryMb = server.memoryMb();
    printFigure('memory after all this (MB)', memoryMb, 400, 'MB');
    if (!only) print(`The figures: ${storeResults(root, { lines, seconds, memoryMb, measured })}`);
    printFirstLoad();
  },
};
