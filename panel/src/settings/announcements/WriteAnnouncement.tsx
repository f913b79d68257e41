/**
 * /settings/announcement/{id}: form for an announcement, with a preview as its readers see it
 * (S-SETTINGS-25).
 */
import { Button, Group, Input } from '@mantine/core';
import {
  announcementTypes,
  getAnnouncement,
  listAnnouncements,
  listWrittenAnnouncements,
  saveAnnouncement,
  type WrittenAnnouncement,
} from '@ramal/contract/announcements';
import { IconCalendarClock, IconSend, IconSpeakerphone } from '@tabler/icons-react';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useId } from 'react';
import { capitalised } from '../../foundation/capitalised.ts';
import { formatDateTime } from '../../foundation/dates.ts';
import { useCall } from '../../foundation/api/query.ts';
import { useIsPhone } from '../../foundation/viewport.ts';
import { RequirePermission } from '../../sessions/RequirePermission.tsx';
import type { ConfirmOptions } from '../../ui/dialogs/ConfirmBox.tsx';
import { SelectField } from '../../ui/form/fields/choice-fields.tsx';
import { DateTimeField } from '../../ui/form/fields/DateTimeField.tsx';
import { TextField } from '../../ui/form/fields/fields.tsx';
import { Segmented } from '../../ui/form/fields/Segmented.tsx';
import { InlineForm } from '../../ui/form/InlineForm.tsx';
import { type Form, useForm } from '../../ui/form/use-form.ts';
import { HtmlField } from '../../ui/html/HtmlField.tsx';
import { plainText } from '../../ui/html/plain-text.ts';
import { FootBar } from '../../ui/layout/FootBar.tsx';
import { PageHeader } from '../../ui/layout/PageHeader.tsx';
import { Panel } from '../../ui/layout/Panel.tsx';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { usePinnedVersion, useRefetchOnConflict } from '../../ui/read-version.ts';
import { Loaded } from '../../ui/states/Loaded.tsx';
import { type AnnouncementType, isPortalAnnouncement, typeWords } from './announcement-words.ts';
import { Preview } from './Preview.tsx';
import classes from './WriteAnnouncement.module.css';
import { FieldRow } from '../../ui/form/FormSection.tsx';

export const WriteAnnouncement = () => (
  <RequirePermission when={({ profile }) => profile === 'admin'}>
    <Screen />
  </RequirePermission>
);

function Screen() {
  const { announcementId } = useParams({ strict: false }) as { announcementId?: string };
  const { type: typeParam } = useSearch({ strict: false }) as { type?: unknown };
  const id = Number(announcementId ?? 0);
  const written = useCall(getAnnouncement, { params: { id } }, { enabled: id !== 0 });
  const type = id === 0 ? readType(typeParam) : written.data?.type;
  const list = listOf(type ?? 1);
  return (
    <>
      <PageHeader
        title={id === 0 ? 'Publicar anúncio' : 'Editar anúncio'}
        backTo={list.to}
        isForm
        breadcrumb={[{ label: 'Publicar' }, list, { label: 'Anúncio' }]}
      />
      {id === 0 && type ? (
        <Editor key={`new-${type}`} type={type} before={undefined} />
      ) : (
        <Loaded query={written} failed="Não deu para carregar o anúncio" height={420} radius={12}>
          {(before) => <Editor key={id} type={before.type} before={before} />}
        </Loaded>
      )}
    </>
  );
}

/** Returns the path of the screen that lists the announcements of a type. */
const listOf = (type: AnnouncementType) =>
  isPortalAnnouncement(type)
    ? ({ label: 'Avisos e portal', to: '/settings-franchise-portal' } as const)
    : ({ label: 'Configurações', to: '/settings' } as const);

const readType = (sent: unknown): AnnouncementType =>
  announcementTypes.find((type) => String(type) === String(sent)) ?? 1;

interface Values {
  readonly heading: string;
  readonly bodyText: string;
  readonly type: string;
  /** Time of publication, yyyy-mm-ddThh:mm. Empty for immediate publication. */
  readonly publishAt: string;
  /** End of the announcement. Empty if it has no end. */
  readonly endsAt: string;
  /** Version of the stored announcement. Empty for a new announcement. */
  readonly version: string;
}

interface EditorProps {
  readonly type: AnnouncementType;
  readonly before: WrittenAnnouncement | undefined;
}

function useAnnouncementForm({ type, before }: EditorProps): Form<Values> {
  const navigate = useNavigate();
  const initial: Values = {
    heading: before?.heading ?? '',
    bodyText: before?.bodyText ?? '',
    type: String(type),
    publishAt: before?.publishAt ?? '',
    endsAt: before?.endsAt ?? '',
    version: before?.version ?? '',
  };
  const form = useForm(saveAnnouncement, {
    draft: `announcement-${before?.id ?? `new-${type}`}`,
    initial,
    // Rejects a message without words, as the server does. Spaces between tags are not a message.
    validate: ({ bodyText }) =>
      plainText(bodyText) === '' ? { bodyText: 'Escreva a mensagem do anúncio.' } : {},
    send: (body) => ({ body: { ...body, id: before?.id ?? 0 } }),
    confirm: (values) => question(values, before !== undefined),
    refresh: [listWrittenAnnouncements, listAnnouncements, getAnnouncement],
    onRefused: useRefetchOnConflict(listWrittenAnnouncements, getAnnouncement),
    success: ({ message, heading }) => ({ title: message, text: heading }),
    onDone: (_, { type: published }) => void navigate({ to: listOf(readType(published)).to }),
  });
  usePinnedVersion(form);
  return form;
}

function Editor({ type, before }: EditorProps) {
  const form = useAnnouncementForm({ type, before });
  const { values } = form;
  const chosen = readType(values.type);
  const when =
    values.publishAt === before?.publishAt || !isMinute(values.publishAt) ? '' : values.publishAt;
  return (
    <div className={classes.root}>
      <Panel p="var(--inset) var(--inset-large) var(--inset-large)">
        <InlineForm form={form} gap="2xl">
          <TypeField form={form} hint={capitalised(typeWords[chosen].shownTo)} />
          <TextField label="Título" maxLength={120} autoComplete="off" {...form.field('heading')} />
          <HtmlField label="Mensagem" {...form.field('bodyText')} />
          <Dates form={form} isNew={before === undefined} />
          <Foot form={form} when={when} isNew={before === undefined} />
        </InlineForm>
      </Panel>
      <Preview type={chosen} title={values.heading} html={values.bodyText} />
    </div>
  );
}

const typeOptions = announcementTypes.map((type) => ({
  value: String(type),
  label: typeWords[type].name,
}));

/**
 * Field for the type of the announcement. On a phone it is a select, because the names of the types
 * do not fit side by side.
 */
function TypeField({ form, hint }: { form: Form<Values>; hint: string }) {
  const isPhone = useIsPhone();
  const field = form.field('type');
  const hintId = useId();
  if (isPhone) return <SelectField label="Tipo" data={typeOptions} hint={hint} {...field} />;
  return (
    <Input.Wrapper
      label="Tipo"
      labelElement="div"
      description={hint}
      descriptionProps={{ id: hintId }}
      error={field.error}
      inputWrapperOrder={['label', 'input', 'error', 'description']}
    >
      <Segmented
        label="Tipo"
        describedBy={hintId}
        wide
        value={field.value}
        options={typeOptions}
        onChange={field.onChange}
      />
    </Input.Wrapper>
  );
}

const Dates = ({ form, isNew }: { form: Form<Values>; isNew: boolean }) => (
  <FieldRow>
    <DateTimeField
      label="Publicar"
      usualTime="08:00"
      aside={isNew ? 'vazio: agora' : undefined}
      {...form.field('publishAt')}
    />
    <DateTimeField label="Sai do ar" usualTime="23:59" optional {...form.field('endsAt')} />
  </FieldRow>
);

interface FootProps {
  readonly form: Form<Values>;
  /** Selected time, yyyy-mm-ddThh:mm. Empty for immediate publication. */
  readonly when: string;
  readonly isNew: boolean;
}

function Foot({ form, when, isNew }: FootProps) {
  const isPhone = useIsPhone();
  const size = isPhone ? 'lg' : 'md';
  const buttons = (
    <Group className={classes.foot} justify="flex-end" gap="sm" wrap="nowrap">
      <LinkButton
        to={listOf(readType(form.values.type)).to}
        variant="default"
        size={size}
        onClick={() => form.reset()}
      >
        Cancelar
      </LinkButton>
      <Button
        type="submit"
        size={size}
        loading={form.busy}
        leftSection={<SubmitIcon later={when !== ''} />}
      >
        {submitLabel(when, !isNew)}
      </Button>
    </Group>
  );
  return isPhone ? <FootBar>{buttons}</FootBar> : buttons;
}

const SubmitIcon = ({ later }: { later: boolean }) =>
  later ? (
    <IconCalendarClock size={18} stroke={1.75} aria-hidden />
  ) : (
    <IconSend size={18} stroke={1.75} aria-hidden />
  );

const submitLabel = (when: string, altered: boolean): string => {
  if (when) return `Publicar em ${inWords(when)}`;
  return altered ? 'Salvar' : 'Publicar agora';
};

const isMinute = (typed: string): boolean => /^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(typed);

/**
 * Formats a minute. The value is already in the panel's time zone, so it is formatted as UTC to
 * stay unchanged.
 */
const inWords = (minute: string): string => formatDateTime(new Date(`${minute}Z`), 'UTC');

function question(
  { heading, type, publishAt: at, endsAt: end }: Values,
  altered: boolean,
): Omit<ConfirmOptions, 'act'> {
  const words = typeWords[readType(type)];
  return {
    title: altered ? 'Salvar este anúncio?' : 'Publicar este anúncio?',
    icon: IconSpeakerphone,
    object: { name: heading, note: words.name },
    facts: [
      { icon: IconSpeakerphone, text: capitalised(words.shownTo) },
      ...(at ? [{ icon: IconCalendarClock, text: `Desde ${inWords(at)}.` }] : []),
      ...(end ? [{ icon: IconCalendarClock, text: `Sai do ar em ${inWords(end)}.` }] : []),
    ],
    confirmLabel: altered ? 'Sim, salvar' : 'Sim, publicar',
  };
}
