import { Box, Skeleton, Stack, Text } from '@mantine/core';
import type { AvailableTitle } from '@ramal/contract/catalogue/available-titles';
import { IconMovie } from '@tabler/icons-react';
import { useState } from 'react';
import { pluralize } from '../foundation/numbers.ts';
import classes from './TitleCard.module.css';

type Title = AvailableTitle & { readonly seasons?: number };

/** Card of a title: a poster with the ratio 2:3, or a placeholder, above the name. */
export function TitleCard({ title }: { title: Title }) {
  return (
    <Stack component="li" gap={0} miw={0}>
      <div className={classes.poster}>
        <Poster address={title.thumb} />
        {title.news && (
          <Text
            span
            pos="absolute"
            top="var(--space-sm)"
            left="var(--space-sm)"
            px="sm"
            py="3xs"
            bdrs="var(--radius-chip)"
            bg="var(--accent)"
            c="var(--mantine-primary-color-contrast)"
            fz="caption"
            fw={500}
            lh="var(--leading-caption)"
          >
            {title.news}
          </Text>
        )}
      </div>
      <Text
        component="b"
        inherit
        lineClamp={2}
        mt="sm"
        fz="control"
        fw={500}
        lh="var(--leading-body)"
        title={title.name}
      >
        {title.name}
      </Text>
      <Box
        component="span"
        mih="var(--size-icon)"
        c="var(--ink-2)"
        fz="caption"
        lh="var(--leading-caption)"
      >
        {factsOf(title)}
      </Box>
    </Stack>
  );
}

/** Poster of a title. External servers provide the pictures, so a picture can be missing. */
function Poster({ address }: { address: string | null }) {
  const [isMissing, setMissing] = useState(false);
  if (address === null || isMissing) return <IconMovie size={28} stroke={1.5} aria-hidden />;
  return (
    <img
      src={address}
      alt=""
      loading="lazy"
      decoding="async"
      referrerPolicy="no-referrer"
      onError={() => setMissing(true)}
    />
  );
}

const factsOf = ({ genre, year, seasons }: Title): string =>
  (seasons === undefined ? [genre, year] : [pluralize(seasons, 'temporada', 'temporadas'), year])
    .filter((fact) => fact !== null)
    .join(' · ');

export const TitleCardSkeleton = () => (
  <Stack component="li" gap={0} miw={0}>
    <Skeleton className={classes.poster} />
    <Skeleton height={18} mt="sm" width="80%" />
    <Skeleton height={14} mt="xs" width="50%" />
  </Stack>
);
