/**
 * `pg_isready -h HOST -p PORT …` for Patroni: 0 if the server accepts connections, 1 if it rejects
 * them because it is starting or stopping, 2 without a response.
 */
import { connect } from 'node:net';
import { parseArgs } from 'node:util';

const { values } = parseArgs({
  options: {
    host: { type: 'string', short: 'h', default: '/var/run/postgresql' },
    port: { type: 'string', short: 'p', default: '5432' },
    dbname: { type: 'string', short: 'd', default: 'postgres' },
    username: { type: 'string', short: 'U', default: 'postgres' },
  },
});

const TIMEOUT_MS = 3_000;
const PROTOCOL = 196_608;
const [ACCEPTS, REJECTS, NO_RESPONSE] = [0, 1, 2];

const socket = values.host.startsWith('/')
  ? connect(`${values.host}/.s.PGSQL.${values.port}`)
  : connect(Number(values.port), values.host);
const end = (code: number): never => process.exit(code);
socket.setTimeout(TIMEOUT_MS, () => end(NO_RESPONSE));
socket.on('error', () => end(NO_RESPONSE));
socket.on('close', () => end(NO_RESPONSE));
socket.on('connect', () => socket.write(startupMessage()));
// A server that starts or stops sends the error 57P03. Any other response shows that it serves.
socket.on('data', (bytes) => end(bytes.includes('57P03') ? REJECTS : ACCEPTS));

function startupMessage(): Buffer {
  const text = Buffer.from(`user\0${values.username}\0database\0${values.dbname}\0\0`);
  const head = Buffer.alloc(8);
  head.writeInt32BE(text.length + 8, 0);
  head.writeInt32BE(PROTOCOL, 4);
  return Buffer.concat([head, text]);
}
