/**
 * Writes the texts into everything that one user sends to another: tickets, messages,
 * announcements, brands, games and links.
 */
import { randomUUID } from 'node:crypto';

interface Planter {
  readonly id: number;
  /** Makes a call. Returns the id of the created object, or the negative status of a refusal. */
  readonly send: (method: 'POST' | 'PUT', path: string, data: object) => Promise<number>;
}

interface PlantedIds {
  /** Id of the ticket whose chat contains every text. */
  readonly ticket: number;
  /** Id of a message of the administration to the seller. */
  readonly message: number;
  /** Calls that refused every text. */
  readonly empty: readonly string[];
}

/**
 * Writes the texts through the calls of the panel. A call refuses a text that is too long or
 * contains a line break, so no page shows it.
 */
export async function plantTexts(
  texts: readonly string[],
  ...[sellerPlants, adminPlants]: readonly [seller: Planter, admin: Planter]
): Promise<PlantedIds> {
  const taken = new Map<string, number>();
  const counted = ({ id, send }: Planter): Planter => ({
    id,
    send: async (method, path, data) => {
      const made = await send(method, path, data);
      const call = path.replace(/\d+$/, '');
      taken.set(call, (taken.get(call) ?? 0) + Number(made >= 0));
      return made;
    },
  });
  const [seller, admin] = [counted(sellerPlants), counted(adminPlants)];
  const every = (step: number) => texts.filter((_, at) => at % step === 0);
  const ticket = await seller.send('POST', '/api/ticket', {
    title: texts[0],
    category: 1,
    content: texts.join('\n'),
  });
  // The texts are sent one after another, alternating between both sides of the chat.
  for (const [at, mensagem] of texts.entries())
    await (at % 2 === 0 ? seller : admin).send('PUT', `/api/ticket/${ticket}`, {
      mensagem,
      client_id: randomUUID(),
    });
  for (const [at, text] of every(9).entries()) {
    await seller.send('POST', '/api/ticket', {
      title: text.slice(0, 120),
      category: 2,
      content: text,
      tech: 0,
      username: text.slice(0, 100),
      channels: [text.slice(0, 200)],
      idChannels: [0],
    });
    await admin.send('POST', '/api/ticket-answers', { title: text.slice(0, 60), body: text });
    await admin.send('POST', '/api/anuncios', {
      titulo: text.slice(0, 120),
      mensagem: `<p>antes</p>${text}`,
      type: 1 + (at % 2),
    });
  }
  await admin.send('POST', '/api/temp-category', { custom_id: 91, name: texts[0]!.slice(0, 60) });
  for (const [at, name] of every(12).entries()) {
    const named = { name: `${at} ${name}`.slice(0, 60) };
    await admin.send('POST', '/api/xcode-insert-channel', {
      ...named,
      stream_id: 1,
      category: 91,
    });
    await admin.send('POST', '/api/brands', {
      ...named,
      hosts: [`h${at}.exemplo.com`],
      accent: '#4350d6',
    });
  }
  const words = every(4).join('<br>');
  await admin.send('POST', '/api/save-links', { type: 1, links: words });
  const message = await admin.send('POST', '/api/send-message', {
    revenda: seller.id,
    texto: `<p>antes</p>${words}`,
    arvore: true,
  });
  await seller.send('POST', `/api/pass-message-on/${message}`, { palavra: texts[1] });
  const empty = [...taken].flatMap(([call, count]) => (count === 0 ? [call] : []));
  return { ticket, message, empty };
}
