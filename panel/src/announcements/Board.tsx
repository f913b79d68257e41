import type { Announcement } from '@ramal/contract/announcements';
import { Box, Skeleton, Text } from '@mantine/core';
import { IconSpeakerphone } from '@tabler/icons-react';
import { Section } from './Section.tsx';
import { IconTile } from '../ui/IconTile.tsx';
import { plainText } from '../ui/html/plain-text.ts';
import classes from './Board.module.css';

/** «Mural de Informações»: cards that can be opened (S-DASH-14). */
export function Board({
  cards,
  onOpen,
}: {
  cards: readonly Announcement[] | undefined;
  onOpen: (card: Announcement) => void;
}) {
  return (
    <Section
      id="board-title"
      title="Mural de Informações"
      none={cards?.length === 0 && 'Nenhum aviso no mural.'}
    >
      <div className={classes.cards} aria-busy={!cards}>
        {cards
          ? cards.map((card) => (
              <button
                key={card.id}
                type="button"
                className={classes.card}
                aria-haspopup="dialog"
                onClick={() => onOpen(card)}
              >
                <IconTile size={36}>
                  <IconSpeakerphone size={18} stroke={1.75} aria-hidden />
                </IconTile>
                <Box component="span" miw={0}>
                  <Text
                    component="b"
                    inherit
                    lineClamp={2}
                    fz="var(--reading-control)"
                    lh="var(--leading-body)"
                  >
                    {card.heading}
                  </Text>
                  <Text
                    span
                    inherit
                    lineClamp={2}
                    c="var(--ink-2)"
                    fz="var(--reading-note)"
                    lh="var(--leading-caption)"
                  >
                    {plainText(card.bodyText)}
                  </Text>
                </Box>
              </button>
            ))
          : [1, 2].map((index) => <Skeleton key={index} height={72} radius={12} />)}
      </div>
    </Section>
  );
}
