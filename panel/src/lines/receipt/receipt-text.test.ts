import { describe, expect, it } from 'vitest';
import { addressIn, type Receipt } from './receipt.ts';
import { completeText, linkText, shortText } from './receipt-text.ts';

const official: Receipt = {
  id: 1,
  username: '84920175',
  password: 'k7Tq29xm',
  expiresText: '20/12/2026 14:32',
  expiresAt: new Date('2026-12-20T17:32:00Z'),
  note: '',
  isTrial: false,
  whatsapp: null,
  packageName: 'Completo',
  links: {
    m3u8: 'http://r4.example/get.php?a=1',
    m3u8Short: 'http://rm.example/s/1',
    hls: 'http://r4.example/get.php?a=2',
    hlsShort: 'http://rm.example/s/2',
    ssiptv: 'http://r4.example/ss/3',
    ssiptvShort: 'http://rm.example/s/3',
    smarters: 'http://r4.example',
    stb: 'Portal: http://stb.example/c',
    webPlayer: 'http://web.example',
    xCloud: 'Provedor: ramal4',
  },
  franchise: 'Aplicativo: http://app.example\nSuporte: 11 95555-0100',
};

const trial: Receipt = { ...official, isTrial: true, testHours: 6 };

describe('short text (Copiar)', () => {
  it('contains credentials and expiry, and ends with the specified word', () => {
    expect(shortText(official)).toBe(
      'Usuário: 84920175\nSenha: k7Tq29xm\nVencimento: 20/12/2026 14:32\n\nAPROVEITE!',
    );
  });

  it('states the validity of a test, with the singular for one hour', () => {
    expect(shortText(trial)).toContain('Teste válido por 6 horas');
    expect(shortText({ ...trial, testHours: 1 })).toContain('Teste válido por 1 hora\n');
    expect(shortText(official)).not.toContain('válido por');
  });
});

describe('complete text (Copiar Completo)', () => {
  it('contains the sections in the specified order', () => {
    const titles = completeText(official)
      .split('\n\n')
      .map((section) => section.split('\n')[0]);
    expect(titles).toEqual([
      'Usuário: 84920175',
      'Links M3U8',
      'X-CLOUD',
      'STB',
      'WEB PLAYER',
      'Smarters',
      'Links',
      'APROVEITE!',
    ]);
  });

  it('lists the six addresses in order: plain, short, HLS, short HLS, SSIPTV, short SSIPTV', () => {
    const section = completeText(official).split('\n\n')[1];
    expect(section?.split('\n').slice(1)).toEqual([
      'M3U8: http://r4.example/get.php?a=1',
      'Encurtado: http://rm.example/s/1',
      'HLS: http://r4.example/get.php?a=2',
      'HLS encurtado: http://rm.example/s/2',
      'SSIPTV: http://r4.example/ss/3',
      'SSIPTV encurtado: http://rm.example/s/3',
    ]);
  });

  it('leaves out hidden and empty sections with their titles', () => {
    const { xCloud: _hidden, ...links } = official.links!;
    const text = completeText({ ...official, franchise: '', links: { ...links, stb: '  ' } });
    expect(text).not.toMatch(/X-CLOUD|STB|^Links$/m);
    expect(text.endsWith('\n\nAPROVEITE!')).toBe(true);
  });

  it('states the hours of a test even without links (S-SHARED-08)', () => {
    const { links: _none, ...bare } = trial;
    expect(completeText({ ...bare, franchise: '' })).toBe(
      'Usuário: 84920175\nSenha: k7Tq29xm\nVencimento: 20/12/2026 14:32\nTeste válido por 6 horas\n\nAPROVEITE!',
    );
  });
});

describe('text of one link type', () => {
  it.each([
    [1, 'Smarters\nDNS: http://r4.example'],
    [2, 'Android\nDNS: http://r4.example\nLista: http://rm.example/s/1'],
    [4, 'SSIPTV\nSSIPTV: http://r4.example/ss/3\nSSIPTV encurtado: http://rm.example/s/3'],
    [5, 'STB\nPortal: http://stb.example/c'],
    [6, 'WEB PLAYER\nhttp://web.example'],
    [7, 'X-CLOUD\nProvedor: ramal4'],
  ] as const)('type %i carries the credentials and its own section only', (type, section) => {
    expect(linkText(official, type).split('\n\n')).toEqual([
      'Usuário: 84920175\nSenha: k7Tq29xm\nVencimento: 20/12/2026 14:32',
      section,
      'APROVEITE!',
    ]);
  });

  it('returns the M3U8 section for type 8 and the complete text for type 9', () => {
    expect(linkText(official, 8)).toContain('HLS encurtado: http://rm.example/s/2');
    expect(linkText(official, 8)).not.toContain('STB');
    expect(linkText(official, 9)).toBe(completeText(official));
  });
});

it('finds the address in an instruction, or returns its first line', () => {
  expect(addressIn('No aparelho, preencha:\nServidor: http://r4.example\nSenha: x')).toBe(
    'http://r4.example',
  );
  expect(addressIn('  Fale conosco\npara receber')).toBe('Fale conosco');
});
