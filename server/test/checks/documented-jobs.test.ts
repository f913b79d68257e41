import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { deliveryJobs, jobs, longJobs } from '../../src/jobs.ts';

/** Schedule of a job in the words of OPERATIONS; undefined for a job that also runs on request. */
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
  const page = readFileSync(new URL('../../../docs/OPERATIONS.md', import.meta.url), 'utf8');
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
