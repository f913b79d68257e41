import { readFileSync } from 'node:fs';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@ramal/contract/rules/durations';
import { expect, it } from 'vitest';
import { deliveryJobs, jobs, longJobs } from '../../src/jobs.ts';
import { type RetentionRule, retentionRules } from '../../src/retention/rules.ts';

const readOperations = () =>
  readFileSync(new URL('../../../docs/OPERATIONS.md', import.meta.url), 'utf8');

/** Returns the schedule of a job in the wording of OPERATIONS. */
function describeSchedule({ schedule }: { readonly schedule?: string }): string {
  if (!schedule) return 'on request';
  const [minute = '', hour = '', , , weekday = ''] = schedule.split(' ');
  const every = /^\*\/(\d+)$/;
  if (every.test(minute)) return `every ${every.exec(minute)![1]} min`;
  if (every.test(hour)) return `every ${every.exec(hour)![1]} h`;
  if (hour !== '*') {
    const times = hour
      .split(',')
      .map((each) => `${each.padStart(2, '0')}:${minute.padStart(2, '0')}`);
    return `${weekday === '*' ? '' : 'Sundays '}${times.join(' and ')}`;
  }
  return minute === '*' ? 'every minute' : 'every hour';
}

it('lists every job with its schedule in OPERATIONS', () => {
  const page = readOperations();
  const section = page.slice(page.indexOf('## Jobs'), page.indexOf('## Balancers'));
  const documented = [...section.matchAll(/^- `([a-z-]+)` \(([^)]+)\): /gm)].map(
    ([, name, schedule]) => `${name} (${schedule})`,
  );
  const declared = [...jobs, ...longJobs, ...deliveryJobs].map(
    (job) => `${job.name} (${describeSchedule(job)})`,
  );
  expect(
    documented.filter((each) => !declared.includes(each)),
    'only in the page',
  ).toEqual([]);
  expect(
    declared.filter((each) => !documented.includes(each)),
    'not in the page',
  ).toEqual([]);
});

function describeAge({ column, age = 0 }: RetentionRule): string {
  if (age === 'retention') return '`RAMAL_RETENTION_DAYS`';
  if (age === 0) return column ? 'at once' : 'by condition';
  if (age > DAY_MS) return `${age / DAY_MS} days`;
  return age >= HOUR_MS ? `${age / HOUR_MS} h` : `${age / MINUTE_MS} min`;
}

it('lists every retention rule with its age in OPERATIONS', () => {
  const ageInMs = ({ age = 0 }: RetentionRule) => (age === 'retention' ? Infinity : age);
  const tables = new Map<string, string[]>();
  const rules: RetentionRule[] = Object.values(retentionRules).flat();
  for (const rule of rules.toSorted((a, b) => ageInMs(b) - ageInMs(a) || 0)) {
    const age = describeAge(rule);
    const name = `\`${rule.table.split(' ')[0]}\`${rule.clears ? ' (values)' : ''}`;
    tables.set(age, [...(tables.get(age) ?? []), name]);
  }
  const page = readOperations();
  const section = page.slice(page.indexOf('### Deletion by age'), page.indexOf('## Balancers'));
  const documented = [...section.matchAll(/^- (\S.*?): (`.+)$/gm)];
  expect(documented.map(([, age, names]) => [age, names])).toEqual(
    [...tables].map(([age, names]) => [age, names.join(', ')]),
  );
});
