/** Link that opens a chat with the seller, and how the chat works. */
import { Box, Text } from '@mantine/core';
import type { SalesChatChannel } from '@ramal/contract/storefront/sales-chats';
import { CopyRow } from '../../ui/copy/CopyRow.tsx';
import { describeLastUse } from '../last-use.ts';
import classes from './ChatLink.module.css';

export function ChatLink({ chat }: { readonly chat: SalesChatChannel }) {
  const { url, problem, lastMessageTimestamp } = chat;
  if (url === null) return null;
  return (
    <div className={classes.root}>
      <Box className={classes.link}>
        <CopyRow label="Link" value={url} shown={url.replace('https://', '')} />
      </Box>
      <Text inherit pt="sm" c={problem === '' ? 'var(--ink-2)' : 'var(--bad)'} fz="note">
        {problem === ''
          ? `Conectado, ${describeLastUse(lastMessageTimestamp, 'message')}`
          : `Falhou: ${problem}`}
      </Text>
    </div>
  );
}
