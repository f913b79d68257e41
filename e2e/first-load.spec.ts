/** A phone pays for every byte before it can do something: 180 kB before sign-in and 280 to the first list are the goal itself. */
import { measureFirstLoad, readScreenFiles } from '../panel/first-load.ts';
import { expect, test } from './support/server.ts';

test('the first scripts stay small and few', () => {
  const { beforeSignIn, toTheList } = measureFirstLoad();
  expect(beforeSignIn).toBeLessThan(180);
  expect(toTheList).toBeLessThan(280);
  const { files, screens } = readScreenFiles();
  const scriptsOf = (screen: string) =>
    screens[screen]!.filter((index) => files[index]!.endsWith('.js')).length;
  // Three scripts come with the page itself.
  const tooMany = Object.keys(screens).filter((screen) => scriptsOf(screen) + 3 > 15);
  expect(Object.keys(screens).length).toBeGreaterThan(40);
  expect(tooMany).toEqual([]);
});
