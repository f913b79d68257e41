import { PassThrough } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { withBackPressure } from './base-backup.ts';

/** Data that is longer than the buffer of a stream, so that the stream pauses its writer. */
const MUCH = Buffer.alloc(256 * 1024);

function slowlyRead() {
  const tar = new PassThrough();
  const wire = { isPaused: false, pause: () => undefined, resume: () => undefined };
  wire.pause = () => void (wire.isPaused = true);
  wire.resume = () => void (wire.isPaused = false);
  const write = withBackPressure(tar);
  return { tar, wire, write: (data: Buffer) => write(data, wire) };
}

describe('a copy of the cluster that is read slowly', () => {
  it('pauses the connection and continues when the copy is read', async () => {
    const { tar, wire, write } = slowlyRead();
    write(MUCH);
    expect(wire.isPaused).toBe(true);
    tar.resume();
    await expect.poll(() => wire.isPaused).toBe(false);
    write(Buffer.from('little'));
    expect(wire.isPaused).toBe(false);
  });

  it('receives the list of files after the end of the copy', async () => {
    const { tar, wire, write } = slowlyRead();
    write(MUCH);
    // The connection had already read this data when it was paused. The end of the archive follows.
    write(MUCH);
    tar.end();
    expect(wire.isPaused).toBe(true);
    expect(await buffer(tar)).toHaveLength(2 * MUCH.length);
    expect(wire.isPaused).toBe(false);
  });
});
