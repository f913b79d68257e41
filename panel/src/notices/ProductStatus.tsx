/** The state of the product in one line, and what is new in its releases. */
import { Box, Group, Stack, Text } from '@mantine/core';
import type { ResponseOf } from '@ramal/contract/api/endpoint';
import { getProductStatus } from '@ramal/contract/operations/nodes';
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import { useCall } from '../foundation/api/query.ts';
import { dayInWords, relativeWord } from '../foundation/dates.ts';
import { useNow } from '../foundation/use-now.ts';
import { LinkButton } from '../ui/LinkButton.tsx';
import { Loaded } from '../ui/states/Loaded.tsx';

type Status = ResponseOf<typeof getProductStatus>;

const REFRESH_MS = 60_000;

/** The bell shows the newest release only. */
interface ProductStatusProps {
  readonly shows: 'newest' | 'all';
  readonly onOpened?: () => void;
}

export function ProductStatus({ shows, onOpened }: ProductStatusProps) {
  const status = useCall(getProductStatus, {}, { refreshEveryMs: REFRESH_MS });
  return (
    <Loaded query={status} failed="Não deu para saber se tudo está no ar" compact waiting={null}>
      {({ problems, news }) => (
        <Stack gap="lg" py="lg" px="2xl" fz="note">
          <Problems problems={problems} />
          {(shows === 'all' ? news : news.slice(0, 1)).map((release) => (
            <News key={release.version} release={release} />
          ))}
          {shows === 'newest' && news.length > 1 && (
            <Group>
              <LinkButton to="/notices" variant="link" p={0} onClick={onOpened}>
                Todas as novidades
              </LinkButton>
            </Group>
          )}
        </Stack>
      )}
    </Loaded>
  );
}

function Problems({ problems }: Pick<Status, 'problems'>) {
  const now = useNow();
  if (problems.length === 0)
    return (
      <Group gap="sm" wrap="nowrap">
        <Box component={IconCircleCheck} size={18} stroke={1.75} c="var(--ok)" aria-hidden />
        Tudo no ar
      </Group>
    );
  return (
    <Stack component="ul" gap="sm">
      {problems.map(({ part, text, sinceTimestamp }) => (
        <Group key={part} component="li" gap="sm" wrap="nowrap" align="start">
          <Box
            component={IconAlertTriangle}
            size={18}
            stroke={1.75}
            flex="none"
            c="var(--warn)"
            aria-hidden
          />
          <span>
            {text}
            {sinceTimestamp !== null && (
              <Text span inherit c="var(--ink-2)">
                , {relativeWord(new Date(sinceTimestamp * 1_000), now)}
              </Text>
            )}
          </span>
        </Group>
      ))}
    </Stack>
  );
}

const News = ({ release: { version, date, changes } }: { release: Status['news'][number] }) => (
  <Stack component="section" gap="xs" aria-label={`Novidades da versão ${version}`}>
    <Text component="h3" inherit fw={500}>
      Novidades da versão {version}{' '}
      <Text span inherit c="var(--ink-2)" fw={400}>
        {dayInWords(date)}
      </Text>
    </Text>
    <Stack component="ul" gap="2xs" c="var(--ink-2)">
      {changes.map(({ text }) => (
        <li key={text}>{text}</li>
      ))}
    </Stack>
  </Stack>
);
