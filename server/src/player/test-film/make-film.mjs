// Creates the built-in film: two minutes of a moving pattern with a clock in it. There is a key
// picture every two seconds and the index is at the start, so that a player can seek quickly to any
// second. Run `node make-film.mjs`, which needs ffmpeg.
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const film = fileURLToPath(new URL('film.mp4', import.meta.url));
const picture = 'testsrc=size=320x180:rate=10:duration=120';
const sound = 'sine=frequency=330:beep_factor=4:sample_rate=32000:duration=120';
const video =
  '-c:v libx264 -profile:v main -pix_fmt yuv420p -preset veryslow -crf 32 -g 20 -keyint_min 20';
const audio = '-c:a aac -b:a 24k -ac 1';
const whole = '-movflags +faststart -map_metadata -1 -fflags +bitexact';

const words = (text) => text.split(' ');
const inputs = ['-f', 'lavfi', '-i', picture, '-f', 'lavfi', '-i', sound];
const output = [...words(video), ...words(audio), ...words(whole), film];
execFileSync('ffmpeg', ['-y', '-v', 'error', ...inputs, ...output]);
