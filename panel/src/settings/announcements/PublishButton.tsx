/** Link to the screen that writes an announcement (S-SETTINGS-25, S-SETFR-05). */
import { IconSpeakerphone } from '@tabler/icons-react';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { type AnnouncementType, isPortalAnnouncement } from './announcement-words.ts';

export const PublishButton = ({ type = 1 }: { type?: AnnouncementType }) => (
  <LinkButton
    to="/settings/announcement/{-$announcementId}"
    params={{}}
    search={{ type }}
    size="md"
    leftSection={<IconSpeakerphone size={18} stroke={1.75} aria-hidden />}
  >
    {isPortalAnnouncement(type) ? 'Publicar aviso' : 'Publicar anúncio'}
  </LinkButton>
);
