// Creates loop.mpegts, the test channel's 19.2 seconds of picture and sound. It does not run at
// start or in tests, because the repository contains the result. Run it again after changing the
// drawing or the sound. It needs ffmpeg with libx264 and librsvg, and the panel's font in
// node_modules:
// node server/src/player/test-channel/make-loop.mjs
// Each of the ten segments lasts 1.92 s. This is a whole number of pictures (48 at 25 a second) and
// of AAC frames (90 of 1024 samples at 48 kHz). Therefore picture and sound never diverge.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { drawPicture, WORDS } from './loop-picture.mjs';
import { playSound } from './loop-sound.mjs';
import { addCounts, countPackets, restamp } from './restamp.ts';

const PICTURES = 480;
const PICTURES_PER_SEGMENT = 48;
const AAC_FRAMES = 900;
const PACKET_BYTES = 188;
const SDT_PID = 17;

const work = mkdtempSync(join(tmpdir(), 'ramal-loop-'));
const at = (name) => join(work, name);
const ffmpeg = (args) =>
  execFileSync('ffmpeg', ['-v', 'error', '-y', ...args], {
    stdio: ['ignore', 'inherit', 'inherit'],
  });

try {
  encodePictures();
  encodeSound();
  const pieces = cutIntoSegments().map(tablesFirst);
  const loop = Buffer.concat(joinCounters(pieces));
  writeFileSync(new URL('./loop.mpegts', import.meta.url), loop);
  console.log(`${pieces.length} segments, ${loop.length} bytes`);
} finally {
  rmSync(work, { recursive: true });
}

/**
 * Encodes the pictures in Main profile without B-pictures. Small decoders in TV boxes can show
 * them, and DTS equals PTS.
 */
function encodePictures() {
  mkdirSync(at('pictures'));
  for (let n = 0; n < PICTURES; n++) {
    const name = `${String(n).padStart(3, '0')}.svg`;
    writeFileSync(join(at('pictures'), name), drawPicture(n / 25));
  }
  const gop = `keyint=${PICTURES_PER_SEGMENT}:min-keyint=${PICTURES_PER_SEGMENT}:scenecut=0:open-gop=0`;
  const options = [
    `-framerate 25 -i ${at('pictures')}/%03d.svg`,
    '-colorspace bt709 -color_primaries bt709 -color_trc bt709',
    '-c:v libx264 -profile:v main -level 3.0 -bf 0 -preset veryslow -tune animation',
    `-crf 17 -maxrate 400k -bufsize 800k -x264-params ${gop}`,
    '-threads 1 -flags +bitexact',
  ];
  const toVideo = 'scale=640:360:flags=area:out_color_matrix=bt709:out_range=tv,format=yuv420p';
  ffmpeg([...options.join(' ').split(' '), '-vf', `${setWords()},${toVideo}`, at('loop.h264')]);
}

/**
 * Draws the text in the panel's own typeface, at twice the size. Each text is passed in a file,
 * which needs no quoting.
 */
function setWords() {
  const font = createRequire(import.meta.url).resolve(
    '@fontsource-variable/geist/files/geist-latin-wght-normal.woff2',
  );
  return WORDS.map(({ top, size, ink, text }, n) => {
    writeFileSync(at(`words-${n}`), text);
    return `drawtext=fontfile=${font}:textfile=${at(`words-${n}`)}:x=80:y=${top * 2}:fontsize=${size * 2}:fontcolor=${ink}`;
  }).join(',');
}

/**
 * Encodes the sound. AAC frames overlap, so the loop is encoded three times in a row and the middle
 * round is used. Its last frame then fits its first frame. The encoder delays by one frame.
 */
function encodeSound() {
  const round = playSound();
  writeFileSync(at('sound.f32'), Buffer.concat([round, round, round]));
  const source = `-f f32le -ar 48000 -ac 2 -i ${at('sound.f32')}`;
  ffmpeg(`${source} -c:a aac -b:a 64k -flags +bitexact ${at('rounds.aac')}`.split(' '));
  const frames = adtsFrames(readFileSync(at('rounds.aac')));
  const middle = frames.slice(1 + AAC_FRAMES, 1 + 2 * AAC_FRAMES);
  writeFileSync(at('loop.aac'), Buffer.concat(middle));
}

function adtsFrames(bytes) {
  const frames = [];
  for (let start = 0; start < bytes.length;) {
    const length =
      ((bytes[start + 3] & 3) << 11) | (bytes[start + 4] << 3) | (bytes[start + 5] >> 5);
    frames.push(bytes.subarray(start, start + length));
    start += length;
  }
  return frames;
}

/**
 * Cuts the loop into segments. Tables are written only once per segment, because the server finds
 * the segments by them (see loop.ts).
 */
function cutIntoSegments() {
  mkdirSync(at('segments'));
  const options = [
    `-framerate 25 -i ${at('loop.h264')} -i ${at('loop.aac')} -map 0:v -map 1:a -c copy`,
    '-f segment -segment_time 1.92 -segment_format mpegts',
    '-segment_format_options pat_period=60:sdt_period=60:mpegts_service_type=digital_tv',
    '-metadata service_provider=Ramal',
  ];
  ffmpeg([
    ...options.join(' ').split(' '),
    '-metadata',
    'service_name=Canal de teste',
    join(at('segments'), '%d.ts'),
  ]);
  return readdirSync(at('segments'))
    .toSorted()
    .map((name) => readFileSync(join(at('segments'), name)));
}

/**
 * Moves PAT and PMT to the front, where players expect them. The output of ffmpeg begins with the
 * service description.
 */
function tablesFirst(segment) {
  const packets = [];
  for (let start = 0; start < segment.length; start += PACKET_BYTES)
    packets.push(segment.subarray(start, start + PACKET_BYTES));
  const isDescription = (packet) => packet.readUInt16BE(1) % 8192 === SDT_PID;
  const others = packets.filter((packet) => !isDescription(packet));
  const descriptions = packets.filter(isDescription);
  return Buffer.concat([...others.slice(0, 2), ...descriptions, ...others.slice(2)]);
}

/**
 * Makes the counters of the segments continuous, so that the file also plays without the server.
 */
function joinCounters(pieces) {
  let sent = new Map();
  return pieces.map((piece) => {
    const joined = restamp(piece, 0, sent);
    sent = addCounts(sent, countPackets(piece));
    return joined;
  });
}
