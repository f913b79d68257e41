// Tests requests to real servers on this machine, which represent external servers. Only DNS is
// replaced.
import { type IncomingMessage, type Server, type ServerResponse, createServer } from 'node:http';
import { type AddressInfo, type Socket, createServer as createTcpServer } from 'node:net';
import type { Server as TcpServer } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, test } from 'vitest';
import {
  type Lookup,
  findFetchFailureReason,
  fetchUntrusted,
  readBytes,
  readText,
} from './fetch-untrusted.ts';
import { allowedAddresses } from './untrusted/reachable.ts';

const ALLOWED = ['127.0.0.1'];
const open: { close(): unknown }[] = [];

afterEach(async () => {
  for (const server of open.splice(0)) await server.close();
});

type Handle = (request: IncomingMessage, response: ServerResponse) => void;

async function serve(handle: Handle, host = '127.0.0.1') {
  const requests: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    requests.push(request);
    handle(request, response);
  });
  await listen(server, host);
  open.push({ close: () => (server.closeAllConnections(), server.close()) });
  return {
    url: urlOf(server, host),
    requests,
    port: (server.address() as AddressInfo).port,
  };
}

/** Answers a connection byte by byte, as a faulty or hostile server would. */
async function serveRaw(talk: (socket: Socket) => void) {
  const sockets: Socket[] = [];
  const server = createTcpServer((socket) => {
    sockets.push(socket);
    socket.on('error', () => {});
    talk(socket);
  });
  await listen(server, '127.0.0.1');
  open.push({ close: () => (sockets.forEach((socket) => socket.destroy()), server.close()) });
  return { url: urlOf(server, '127.0.0.1'), sockets };
}

const listen = (server: Server | TcpServer, host: string) =>
  new Promise<void>((resolve) => server.listen(0, host, resolve));
const urlOf = (server: Server | TcpServer, host: string) =>
  `http://${host}:${(server.address() as AddressInfo).port}`;

const reasonOf = async (asking: Promise<unknown>): Promise<string> => {
  const error: unknown = await asking.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  return findFetchFailureReason(error) ?? String(error);
};

describe('addresses that are allowed', () => {
  const inside = `
    127.0.0.1 127.8.9.1 10.1.2.3 172.16.0.1 192.168.1.1 169.254.169.254 100.64.0.1 0.0.0.0 224.0.0.1
    255.255.255.255 192.0.2.1 198.18.0.1 :: ::1 ::ffff:10.0.0.1 ::127.0.0.1 64:ff9b::7f00:1
    2002:7f00:1:: fd00::1 fe80::1 fe80::1%eth0 fec0::1 ff02::1 2001:db8::1 nonsense`;
  test.each(inside.trim().split(/\s+/))('a connection to %s is rejected', (address) => {
    expect(allowedAddresses([]).address(address)).toBe(false);
  });

  test.each(['8.8.8.8', '2606:4700:4700::1111', '[2606:4700:4700::1111]'])(
    'a connection to %s is allowed',
    (address) => {
      expect(allowedAddresses([]).address(address)).toBe(true);
    },
  );

  test('an address, a network or a host that the operator listed is allowed', () => {
    const named = allowedAddresses([
      '10.1.0.0/16',
      '::1',
      'Origem.lan',
      '192.168.1.5',
      '10.0.0.0/99',
    ]);
    expect(['10.1.9.9', '::1', '192.168.1.5'].map((address) => named.address(address))).toEqual([
      true,
      true,
      true,
    ]);
    expect(['10.2.0.1', '192.168.1.6', '::2'].map((address) => named.address(address))).toEqual([
      false,
      false,
      false,
    ]);
    expect([named.host('origem.lan'), named.host('outra.lan')]).toEqual([true, false]);
  });
});

describe('inside is never reached', () => {
  test.each(['http://127.0.0.1', 'http://[::1]', 'http://2130706433', 'http://0x7f.1', 'http://0'])(
    '%s',
    async (address) => {
      expect(await reasonOf(fetchUntrusted([], `${address}:9/`))).toBe('private-address');
    },
  );

  test('a name with a private address is rejected', async () => {
    const { port, requests } = await serve((_, response) => response.end());
    const asking = fetchUntrusted([], `http://dentro.test:${port}/`, {
      lookup: names('127.0.0.1'),
    });
    expect(await reasonOf(asking)).toBe('private-address');
    expect(requests).toEqual([]);
  });

  test('a name with one private address among public ones is rejected', async () => {
    const { port, requests } = await serve((_, response) => response.end());
    const lookup = names('127.0.0.1', '8.8.8.8');
    expect(await reasonOf(fetchUntrusted([], `http://dois.test:${port}/`, { lookup }))).toBe(
      'private-address',
    );
    expect(requests).toEqual([]);
  });

  test.each(['http://127.0.0.2:PORT/x', 'http://169.254.169.254/latest/meta-data/', '//[::1]/x'])(
    'a redirect to %s is rejected',
    async (location) => {
      const inner = await serve((_, response) => response.end('secret'), '127.0.0.2');
      const to = location.replace('PORT', String(inner.port));
      const { url } = await serve((_, response) => response.writeHead(302, { location: to }).end());
      expect(await reasonOf(fetchUntrusted(ALLOWED, url))).toBe('private-address');
      expect(inner.requests).toEqual([]);
    },
  );

  // In this test 127.0.0.1 is allowed and represents a public address. 127.0.0.2 represents the
  // internal network.
  test('a name that resolves to a private address the second time is rejected', async () => {
    const outer = await serve((_, response) => {
      response.writeHead(302, { location: '/again', connection: 'close' }).end();
    });
    const answers = [['127.0.0.1'], ['127.0.0.2']];
    const lookup: Lookup = (host, options, done) =>
      names(...(answers.shift() ?? []))(host, options, done);
    const inner = await serve((_, response) => response.end('secret'), '127.0.0.2');
    const url = `http://troca.test:${outer.port}/`;
    expect(await reasonOf(fetchUntrusted(ALLOWED, url, { lookup }))).toBe('private-address');
    expect([outer.requests.length, inner.requests.length, answers.length]).toEqual([1, 0, 0]);
  });

  test('a pooled connection of an allowed origin is not used for others', async () => {
    const { port, requests } = await serve((_, response) => response.end('ok'));
    const url = `http://dono.test:${port}/`;
    const lookup = names('127.0.0.1');
    await readText(await fetchUntrusted(ALLOWED, url, { lookup }), 10);
    expect(await reasonOf(fetchUntrusted([], url, { lookup }))).toBe('private-address');
    expect(requests).toHaveLength(1);
  });

  test.each(['ftp://example.org/', 'file:///etc/passwd', 'nothing', ''])(
    '«%s» is rejected as a bad address',
    async (url) => {
      expect(await reasonOf(fetchUntrusted(ALLOWED, url))).toBe('bad-address');
    },
  );
});

test('a host that the operator listed may have a private address', async () => {
  const { port } = await serve((_, response) => response.end('ok'));
  const url = `http://origem.lan:${port}/`;
  const answer = await fetchUntrusted(['origem.lan'], url, { lookup: names('127.0.0.1') });
  expect(await readText(answer, 10)).toBe('ok');
});

test('redirects are followed, and the response has the last address', async () => {
  const { url, requests } = await serve((request, response) => {
    if (request.url === '/c/d') return response.end('\uFEFFolá');
    response.writeHead(301, { location: request.url === '/a' ? '/b' : 'c/d' }).end();
  });
  const answer = await fetchUntrusted(ALLOWED, `${url}/a`, { headers: { range: 'bytes=0-' } });
  expect([answer.status, answer.url]).toEqual([200, `${url}/c/d`]);
  expect(await readText(answer, 100)).toBe('olá');
  expect(
    requests.map(({ headers }) => [headers.range, headers['user-agent'], headers.cookie]),
  ).toEqual(Array.from({ length: 3 }, () => ['bytes=0-', 'Ramal', undefined]));
});

test('endless redirects with endless bodies are cut off', async () => {
  const { url, requests } = await serve((_, response) => {
    response.writeHead(302, { location: '/' }).write('…');
  });
  expect(await reasonOf(fetchUntrusted(ALLOWED, url))).toBe('too-many-redirects');
  expect(requests).toHaveLength(6);
});

test('one connection is used for several requests', async () => {
  const { url, requests } = await serve((_, response) => response.end('ok'));
  for (let n = 0; n < 3; n += 1) await readText(await fetchUntrusted(ALLOWED, url), 10);
  expect(new Set(requests.map(({ socket }) => socket.remotePort)).size).toBe(1);
});

test('a pooled connection that broke is replaced', async () => {
  let answered = 0;
  const { url, sockets } = await serveRaw((socket) =>
    socket.on('data', () => {
      answered += 1;
      if (answered === 2) socket.resetAndDestroy();
      else socket.write('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok');
    }),
  );
  await readText(await fetchUntrusted(ALLOWED, url), 10);
  expect(await readText(await fetchUntrusted(ALLOWED, url), 10)).toBe('ok');
  expect(sockets).toHaveLength(2);
});

describe('endless responses are aborted', () => {
  test('aborts a response with an endless header', async () => {
    const { url, sockets } = await serveRaw((socket) => {
      socket.write('HTTP/1.1 200 OK\r\n');
      const drip = setInterval(() => socket.write('x: y\r\n'), 20);
      socket.once('close', () => clearInterval(drip));
    });
    expect(await reasonOf(fetchUntrusted(ALLOWED, url, { headerTimeoutMs: 200 }))).toBe(
      'no-answer',
    );
    await expect.poll(() => sockets[0]?.destroyed, { timeout: 30_000 }).toBe(true);
  });

  test('a header that is too long is cut off', async () => {
    const { url } = await serveRaw((socket) => {
      socket.write(`HTTP/1.1 200 OK\r\nx: ${'y'.repeat(100_000)}`);
    });
    expect(await reasonOf(fetchUntrusted(ALLOWED, url))).toBe('bad-answer');
  });

  test('a DNS lookup without a response is cut off', async () => {
    const asking = fetchUntrusted(ALLOWED, 'http://mudo.test/', {
      lookup: () => {},
      headerTimeoutMs: 100,
    });
    expect(await reasonOf(asking)).toBe('no-answer');
  });

  test('a body that stops arriving is cut off', async () => {
    const { url } = await serve((_, response) => response.write('a'));
    const answer = await fetchUntrusted(ALLOWED, url, { idleTimeoutMs: 100 });
    expect(await reasonOf(readBytes(answer, 10))).toBe('silent');
  });

  test('a body with a slow reader is not cut off', async () => {
    const { url } = await serve((_, response) => response.end(Buffer.alloc(1_000_000)));
    // The timeout is long, so that late bytes on a busy machine do not count as a timeout.
    const answer = await fetchUntrusted(ALLOWED, url, { idleTimeoutMs: 600_000 });
    const body = answer.body as IncomingMessage;
    await expect.poll(() => body.readableLength, { timeout: 30_000 }).toBeGreaterThan(0);
    for (let n = 0; n < 3; n += 1) body.socket.emit('timeout');
    expect((await readBytes(answer, 1_000_000)).length).toBe(1_000_000);
  });

  test('a body that stopped before it was read is cut off', async () => {
    const { url } = await serve((_, response) => response.writeHead(200).flushHeaders());
    const answer = await fetchUntrusted(ALLOWED, url, { idleTimeoutMs: 600_000 });
    (answer.body as IncomingMessage).socket.emit('timeout');
    expect(await reasonOf(readBytes(answer, 10))).toBe('silent');
  });

  test('a body that stops after its reader was slow is cut off', async () => {
    const { url } = await serve((_, response) => response.write(Buffer.alloc(500_000)));
    const answer = await fetchUntrusted(ALLOWED, url, { idleTimeoutMs: 50 });
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(await reasonOf(readBytes(answer, 1_000_000))).toBe('silent');
  });

  test('a body that is announced or sent as a gigabyte is cut off', async () => {
    let sent = 0;
    const { url } = await serve((request, response) => {
      if (request.url === '/said') response.setHeader('content-length', 2 ** 30);
      const part = Buffer.alloc(65_536);
      const more = () => {
        while (sent < 2 ** 30 && response.write(part)) sent += part.length;
      };
      response.on('drain', more);
      more();
    });
    for (const path of ['/said', '/sent']) {
      sent = 0;
      expect(
        await reasonOf(
          fetchUntrusted(ALLOWED, url + path).then((response) => readText(response, 100_000)),
        ),
      ).toBe('too-large');
      expect(sent).toBeLessThan(20_000_000);
    }
  });

  test('a compressed body is not decompressed', async () => {
    const bomb = gzipSync(Buffer.alloc(10_000_000));
    const { url, requests } = await serve((_, response) =>
      response.setHeader('content-encoding', 'gzip').end(bomb),
    );
    expect(await readBytes(await fetchUntrusted(ALLOWED, url), 100_000)).toEqual(bomb);
    expect(requests[0]?.headers['accept-encoding']).toBe('identity');
  });
});

test('a truncated body is an error', async () => {
  const { url } = await serveRaw((socket) =>
    socket.once('data', () => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nhalf')),
  );
  expect(await reasonOf(readBytes(await fetchUntrusted(ALLOWED, url), 10))).toBe('broken');
});

test('a wrong protocol, a missing server and an unknown name have different reasons', async () => {
  const { url } = await serveRaw((socket) => socket.end('SSH-2.0-x\r\n'));
  expect(await reasonOf(fetchUntrusted(ALLOWED, url))).toBe('bad-answer');
  expect(await reasonOf(fetchUntrusted(ALLOWED, url.replace('http', 'https')))).toBe(
    'bad-certificate',
  );
  expect(await reasonOf(fetchUntrusted(ALLOWED, 'http://127.0.0.1:1/'))).toBe('unreachable');
  const lookup: Lookup = (_host, _options, done) =>
    done(Object.assign(new Error(), { code: 'ENOTFOUND' }), []);
  expect(await reasonOf(fetchUntrusted([], 'http://nada.test/', { lookup }))).toBe('unknown-host');
});

test('a switch to another protocol is rejected', async () => {
  const { url } = await serveRaw((socket) =>
    socket.write('HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n'),
  );
  expect(await reasonOf(fetchUntrusted(ALLOWED, url))).toBe('bad-answer');
});

test('the caller can abort before the response and during the body', async () => {
  const { url } = await serve((request, response) => {
    if (request.url === '/body') response.write('a');
  });
  const before = new AbortController();
  const asking = fetchUntrusted(ALLOWED, url, { signal: before.signal });
  before.abort(new Error('enough'));
  await expect(asking).rejects.toThrow('enough');
  const middle = new AbortController();
  const answer = await fetchUntrusted(ALLOWED, `${url}/body`, { signal: middle.signal });
  const reading = readBytes(answer, 10);
  middle.abort();
  await expect(reading).rejects.toHaveProperty('name', 'AbortError');
});

test('an error states its reason without an address', async () => {
  const asking = fetchUntrusted([], 'http://user:pass@127.0.0.1/x');
  const message = await asking.then(String, (error: Error) => error.message);
  expect(message).toContain('dentro da rede do servidor');
  expect(message).not.toMatch(/pass|127/);
});

const names =
  (...addresses: string[]): Lookup =>
  (_host, _options, done) =>
    done(
      null,
      addresses.map((address) => ({ address, family: 4 })),
    );
