/**
 * Webhooks in the API reference: sample code that verifies a webhook, and the description of each
 * event in the OpenAPI document.
 */
import { webhookEvents } from '@ramal/contract/webhooks';
import type { Json } from './api-schema.ts';

/**
 * Each sample defines one function that rejects a message with a wrong signature or older than five
 * minutes.
 */
export const verifying = {
  TypeScript: `import { createHmac, timingSafeEqual } from 'node:crypto';

/** body: os bytes como chegaram, antes de qualquer JSON.parse. */
export function verify(secret: string, headers: Record<string, string>, body: string): unknown {
  const id = headers['webhook-id'];
  const timestamp = headers['webhook-timestamp'];
  if (Math.abs(Date.now() / 1000 - Number(timestamp)) > 300) throw new Error('fora do prazo');
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
  const expected = createHmac('sha256', key).update(\`\${id}.\${timestamp}.\${body}\`).digest();
  const isOurs = (headers['webhook-signature'] ?? '').split(' ').some((entry) => {
    const [version, signature = ''] = entry.split(',');
    const received = Buffer.from(signature, 'base64');
    return version === 'v1' && received.length === expected.length && timingSafeEqual(received, expected);
  });
  if (!isOurs) throw new Error('assinatura errada');
  return JSON.parse(body);
}`,
  Python: `import base64, hashlib, hmac, json, time

def verify(secret, headers, body):
    """body: os bytes como chegaram."""
    message_id, timestamp = headers["webhook-id"], headers["webhook-timestamp"]
    if abs(time.time() - int(timestamp)) > 300:
        raise ValueError("fora do prazo")
    key = base64.b64decode(secret[len("whsec_"):])
    signed = message_id.encode() + b"." + timestamp.encode() + b"." + body
    expected = "v1," + base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()
    if not any(hmac.compare_digest(expected, one) for one in headers["webhook-signature"].split(" ")):
        raise ValueError("assinatura errada")
    return json.loads(body)`,
  PHP: `function verify(string $secret, array $headers, string $body): array {
    // $body = file_get_contents('php://input');
    $id = $headers['webhook-id'];
    $timestamp = $headers['webhook-timestamp'];
    if (abs(time() - (int) $timestamp) > 300) throw new Exception('fora do prazo');
    $key = base64_decode(substr($secret, strlen('whsec_')));
    $expected = 'v1,' . base64_encode(hash_hmac('sha256', "$id.$timestamp.$body", $key, true));
    foreach (explode(' ', $headers['webhook-signature']) as $one)
        if (hash_equals($expected, $one)) return json_decode($body, true);
    throw new Exception('assinatura errada');
}`,
} as const;

const header = (name: string, description: string): Json => ({
  name,
  in: 'header',
  required: true,
  description,
  schema: { type: 'string' },
});

/** Returns the part `webhooks` of an OpenAPI 3.1 document. */
export const describeWebhooks = (tag: string): Json =>
  Object.fromEntries(
    webhookEvents.map((type) => [
      type,
      {
        post: {
          operationId: `webhook.${type}`,
          tags: [tag],
          summary: `Enviado aos endereços que escolheram ${type}.`,
          description:
            'O cabeçalho webhook-signature prova, com o segredo do endereço, quem enviou.',
          security: [],
          parameters: [
            header('webhook-id', 'O mesmo em cada tentativa: quem já o teve, não age de novo.'),
            header('webhook-timestamp', 'Segundos desde 1970, desta tentativa.'),
            header('webhook-signature', 'Uma ou mais assinaturas «v1,…», separadas por espaço.'),
          ],
          requestBody: { required: true, content: { 'application/json': { schema: body(type) } } },
          responses: {
            '2XX': { description: 'Recebido.' },
            '410': { description: 'Não envie mais.' },
          },
        },
      },
    ]),
  );

const body = (type: string): Json => ({
  type: 'object',
  properties: {
    type: { const: type },
    timestamp: { type: 'string', format: 'date-time', description: 'Quando aconteceu.' },
    data: {
      type: 'object',
      description: 'A conta em `account`, a linha em `line`, a ordem em `sequence`.',
      additionalProperties: true,
    },
  },
  required: ['type', 'timestamp', 'data'],
});
