import type { Announcement } from '@ramal/contract/announcements';
import { Skeleton } from '@mantine/core';
import { IconSpeakerphone } from '@tabler/icons-react';
import { plainText } from './plain-text.ts';

/** «Mural de Informações»: cards that open (S-DASH-14). */
export function Board({
  cards,
  onOpen,
}: {
  cards: readonly Announcement[] | undefined;
  onOpen: (card: Announcement) => void;
}) {
  return (
    <section aria-labelledby="board-title">
      <h2 id="board-title" className="announcements-title">
        Mural de Informações
      </h2>
      {cards?.length === 0 ? (
        <p className="announcements-none">Nenhum aviso no mural.</p>
      ) : (
        <div className="board-cards" aria-busy={!cards}>
          {cards
            ? cards.map((card) => (
                <button
                  key={card.id}
                  type="button"
                  className="board-card"
                  aria-haspopup="dialog"
                  onClick={() => onOpen(card)}
                >
                  <span className="board-card-icon">
                    <IconSpeakerphone size={18} stroke={1.75} aria-hidden />
                  </span>
                  <span className="board-card-words">
                    <b>{card.titulo}</b>
                    <span>{plainText(card.mensagem)}</span>
                  </span>
                </button>
              ))
            : [1, 2].map((place) => <Skeleton key={place} height={72} radius={12} />)}
        </div>
      )}
    </section>
  );
}
