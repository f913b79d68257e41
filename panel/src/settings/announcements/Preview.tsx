import { Box, Text } from '@mantine/core';
import { HtmlText } from '../../ui/html/HtmlText.tsx';
import { plainText } from '../../ui/html/plain-text.ts';
import { type AnnouncementType, isPortalAnnouncement, typeWords } from './announcement-words.ts';
import classes from './Preview.module.css';

interface PreviewProps {
  readonly type: AnnouncementType;
  readonly title: string;
  readonly html: string;
}

/**
 * Preview of an announcement on a phone: its entry on the page, and below it the text that the
 * entry opens.
 */
export const Preview = ({ type, title, html }: PreviewProps) => (
  <figure className={classes.root}>
    <div className={classes.phone}>
      <Text pb="sm" px="2xl" fz="body" fw={600}>
        {isPortalAnnouncement(type) ? 'Avisos' : typeWords[type].name}
      </Text>
      <div className={classes.card}>
        <b>{title || 'Título'}</b>
        {type === 1 && (
          <Text span inherit lineClamp={2} c="var(--ink-2)">
            {plainText(html) || 'Primeiras palavras da mensagem'}
          </Text>
        )}
      </div>
      <div className={classes.sheet}>
        <Text component="h2" inherit mb="md" fz="field">
          {title || 'Título'}
        </Text>
        {html ? (
          <HtmlText html={html} />
        ) : (
          <Text c="var(--ink-3)" fz="control">
            A mensagem aparece aqui.
          </Text>
        )}
      </div>
    </div>
    <Box component="figcaption" mt="lg" c="var(--ink-3)" fz="note" ta="center">
      {isPortalAnnouncement(type) ? 'Como o cliente vai ver' : 'Como a revenda vai ver'}
    </Box>
  </figure>
);
