/** /notices: everything the bell says, by what else it comes, and what became of that. */
import { PageHeader } from '../ui/layout/PageHeader.tsx';
import { Panel } from '../ui/layout/Panel.tsx';
import { RevealTogether } from '../ui/layout/RevealTogether.tsx';
import { Choices } from './Choices.tsx';
import { ConfirmAddress } from './ConfirmAddress.tsx';
import { Deliveries } from './Deliveries.tsx';
import { MarkAllRead, NoticeList, useNotices } from './NoticeList.tsx';
import { OwnBrowsers } from './OwnBrowsers.tsx';
import { OwnTelegram } from './OwnTelegram.tsx';
import classes from './Notices.module.css';

export function Notices() {
  return (
    <>
      <PageHeader
        title="Avisos"
        breadcrumb={[{ label: 'Mais' }, { label: 'Avisos' }]}
        note="O que o sino diz, e por onde mais ele chega até você."
      />
      <RevealTogether>
        <div className={classes.root}>
          <Newest />
          <div className={classes.column}>
            <ConfirmAddress />
            <Choices />
            <OwnBrowsers />
            <OwnTelegram />
            <Deliveries />
          </div>
        </div>
      </RevealTogether>
    </>
  );
}

function Newest() {
  const notices = useNotices();
  return (
    <Panel className={classes.card} label="Últimos avisos">
      <header className={classes.head}>
        <h2>Últimos avisos</h2>
        {(notices.data?.unread ?? 0) > 0 && <MarkAllRead />}
      </header>
      <NoticeList notices={notices} />
    </Panel>
  );
}
