import pg from 'pg';
import { expect, it, vi } from 'vitest';
import { releaseOnce } from './jobs.ts';

it('passes on the error of an ended pool, which has no connection to release', async () => {
  const pool = new pg.Pool();
  await pool.end();
  releaseOnce(pool);
  const connected = await new Promise((resolve) => {
    pool.connect((error, client, release) => resolve({ text: error?.message, client, release }));
  });
  expect(connected).toEqual({
    text: 'Cannot use a pool after calling end on the pool',
    client: undefined,
    release: undefined,
  });
});

it('releases a connection once', async () => {
  const pool = new pg.Pool();
  const release = vi.fn<() => void>();
  pool.connect = ((callback: (...given: unknown[]) => void): void => {
    callback(undefined, {}, release);
  }) as typeof pool.connect;
  releaseOnce(pool);
  pool.connect((_error, _client, done) => {
    done();
    done();
  });
  expect(release).toHaveBeenCalledTimes(1);
  await pool.end();
});
