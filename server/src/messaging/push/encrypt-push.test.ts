import { createECDH } from 'node:crypto';
import { expect, it } from 'vitest';
import { CURVE, encryptPush, isPublicKey } from './encrypt-push.ts';

const bytes = (text: string): Buffer => Buffer.from(text, 'base64url');

it('encrypts the example of RFC 8291 to the published result', () => {
  const serverKeys = createECDH(CURVE);
  serverKeys.setPrivateKey(bytes('yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw'));
  const browser = {
    p256dh: bytes(
      'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
    ),
    auth: bytes('BTBZMqHH6r4Tts7J_aSIgg'),
  };
  const salt = bytes('DGv6ra1nlYgDCS1FRnbzlw');
  const sent = encryptPush('When I grow up, I want to be a watermelon', browser, {
    own: serverKeys,
    salt,
  });
  expect(sent.toString('base64url')).toBe(
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
  );
});

it('recognizes a point of the curve', () => {
  const browser = createECDH(CURVE);
  expect(isPublicKey(browser.generateKeys())).toBe(true);
  expect(isPublicKey(Buffer.alloc(65, 4))).toBe(false);
});
