import { describe, expect, it } from 'vitest';
import { formatCnpj, maskCpf, readCnpj, readCpf } from './documents.ts';

describe('CPF and CNPJ', () => {
  it('accepts a CPF with and without separators', () => {
    expect(readCpf('529.982.247-25')).toBe('52998224725');
    expect(readCpf('52998224725')).toBe('52998224725');
  });

  it.each(['529.982.247-24', '111.111.111-11', '5299822472', 'abc', ''])(
    'refuses the CPF «%s»',
    (written) => expect(readCpf(written)).toBeUndefined(),
  );

  it('accepts a CNPJ of digits and one with letters', () => {
    expect(readCnpj('11.222.333/0001-81')).toBe('11222333000181');
    expect(readCnpj('12.ABC.345/01DE-35')).toBe('12ABC34501DE35');
  });

  it.each(['11.222.333/0001-82', '00.000.000/0000-00', '12.ABC.345/01DE-36'])(
    'refuses the CNPJ «%s»',
    (written) => expect(readCnpj(written)).toBeUndefined(),
  );

  it('masks a CPF and writes a CNPJ', () => {
    expect(maskCpf('52998224725')).toBe('•••.982.247-••');
    expect(formatCnpj('11222333000181')).toBe('11.222.333/0001-81');
  });
});
