/**
 * /settings-franchise and /settings-franchise-portal, for admins and franchises: links and texts
 * for customers (Q-SETROUTES).
 */
import { type ReactNode, useState } from 'react';
import { type Profile, useProfile } from '../../sessions/profile.ts';
import { RequirePermission } from '../../sessions/RequirePermission.tsx';
import { PageHeader } from '../../ui/layout/PageHeader.tsx';
import { RevealTogether } from '../../ui/layout/RevealTogether.tsx';
import { PublishButton } from '../announcements/PublishButton.tsx';
import { WrittenAnnouncements } from '../announcements/WrittenAnnouncements.tsx';
import { Backgrounds } from '../Backgrounds.tsx';
import { CardGrid } from '../CardGrid.tsx';
import { AppLinksCard } from './AppLinksCard.tsx';
import { FranchisePicker } from './FranchisePicker.tsx';
import { OtherTextsCard } from './OtherTextsCard.tsx';
import { PortalLinksCard } from './PortalLinksCard.tsx';
import { TelegramCard } from './TelegramCard.tsx';

const publishes = ({ profile }: Profile) => profile !== 'reseller';

export const LinksAndAnnouncements = () => (
  <RequirePermission when={publishes}>
    <RevealTogether>
      <Links />
    </RevealTogether>
  </RequirePermission>
);

export const NoticesAndPortal = () => (
  <RequirePermission when={publishes}>
    <RevealTogether>
      <Notices />
    </RevealTogether>
  </RequirePermission>
);

function Links() {
  const isAdmin = useIsAdmin();
  const [franchise, setFranchise] = useState<number>();
  return (
    <>
      <Header
        title="Links e anúncios"
        note={
          isAdmin
            ? 'Os links valem para a franquia escolhida; o resto, para todos.'
            : 'O que os clientes da sua franquia recebem com o acesso.'
        }
      >
        {isAdmin && <FranchisePicker value={franchise} onChange={setFranchise} />}
        {isAdmin && <PublishButton />}
      </Header>
      <CardGrid>
        <div>
          <AppLinksCard
            type={1}
            title="Links dos aplicativos IPTV"
            text="Vai no recibo, depois do usuário e da senha. {dns}, {usuario} e {senha} viram os da linha."
            franchise={franchise}
          />
          <OtherTextsCard franchise={franchise} />
          {isAdmin && <TelegramCard />}
          {isAdmin && <WrittenAnnouncements type={1} />}
        </div>
        <div>
          <AppLinksCard
            type={2}
            title="Links dos aplicativos P2P"
            text="Vale para P2P e Novo P2P. {usuario} e {senha} são trocados pelos dados do cliente."
            franchise={franchise}
          />
          {isAdmin && <Backgrounds />}
          {isAdmin && <WrittenAnnouncements type={2} />}
        </div>
      </CardGrid>
    </>
  );
}

function Notices() {
  const isAdmin = useIsAdmin();
  const [franchise, setFranchise] = useState<number>();
  return (
    <>
      <Header title="Avisos e portal" note="O que o cliente lê no portal dele.">
        {isAdmin && <FranchisePicker value={franchise} onChange={setFranchise} />}
        {isAdmin && <PublishButton type={3} />}
      </Header>
      <CardGrid>
        <div>
          {isAdmin && <WrittenAnnouncements type={3} />}
          <AppLinksCard
            type={4}
            title="Aplicativos no portal, IPTV"
            text="Em «Como entrar no aplicativo»."
            franchise={franchise}
          />
        </div>
        <div>
          {isAdmin && <WrittenAnnouncements type={5} />}
          <AppLinksCard
            type={8}
            title="Aplicativos no portal, P2P"
            text="Em «Como entrar no aplicativo»."
            franchise={franchise}
          />
        </div>
        {isAdmin && (
          <div>
            <PortalLinksCard />
          </div>
        )}
      </CardGrid>
    </>
  );
}

const useIsAdmin = (): boolean => useProfile().data?.profile === 'admin';

interface HeaderProps {
  readonly title: string;
  readonly note: string;
  readonly children: ReactNode;
}

const Header = ({ title, note, children }: HeaderProps) => (
  <PageHeader
    title={title}
    breadcrumb={[{ label: 'Publicar' }, { label: title }]}
    note={note}
    actions={children}
    phoneActions={children}
  />
);
