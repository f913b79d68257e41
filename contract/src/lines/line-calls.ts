/**
 * Calls that the lines of every platform have. Acts and `action` codes are the same on all
 * platforms, but paths and field names differ. Each platform declares its names and additional
 * fields in iptv-lines.ts or p2p-lines.ts.
 */
import { z } from 'zod';
import { profiles, sellers } from '../api/access.ts';
import { endpoint } from '../api/endpoint.ts';
import type { ErrorCode } from '../api/errors.ts';
import { exportStarted } from '../exports.ts';
import { flag, idParam, regPassword } from '../api/fields.ts';
import { lineBody, type LineFields } from './line-fields.ts';
import { chargeFields, termCredits } from './lines.ts';
import { pageSchema, cursorAnswer } from '../api/paging.ts';
import type { Platform, PlatformKey } from '../rules/platforms.ts';
import { undoField } from '../undo.ts';
import { type Fields, translated } from '../api/translated.ts';
import { nonNullableSchemas } from '../api/validation.ts';

/** Parts of the calls that differ between platforms: wire names of lines, and additional fields. */
interface LineWire {
  readonly fields: LineFields;
  readonly row: Fields;
  readonly receipt: Fields;
  readonly listQuery: z.ZodType;
  readonly exportBody: z.ZodType;
  readonly countQuery: z.ZodType;
  readonly counts: z.ZodType;
  readonly packageErrors: readonly ErrorCode[];
  readonly editErrors: readonly ErrorCode[];
  readonly deleteErrors: readonly ErrorCode[];
  readonly summaries: Readonly<Record<'toggle' | 'edit' | 'receipt', string>>;
}

/**
 * Target state of a switch. Without a value the call toggles the state. Null is rejected, because
 * an empty variable in a client would otherwise toggle the state.
 */
const lineSwitch = flag('Ligada');
nonNullableSchemas.add(lineSwitch);

const message = { message: z.string() };
const onlyRegPassword = z.object({ regPassword: regPassword });

const rollBackFields = new Set(['action', 'flagVencimento', 'exp_day', 'id_iptv', 'reg_password']);

/**
 * Returns the fields that an edit ignores. A normal edit ignores the expiry. With `flagVencimento`
 * 1, an edit only moves the expiry back and ignores all other fields (Q-ROLLBACKSRV).
 */
const ignoredByEdit = (body: Readonly<Record<string, unknown>>): readonly string[] =>
  [true, 1, '1', 'true'].includes(body.flagVencimento as string)
    ? Object.keys(body).filter((name) => !rollBackFields.has(name))
    : ['exp_day'];

/** Returns the common parts of all calls that act on one line. */
export const lineAct = ({ listPath, grants }: Platform) =>
  ({
    method: 'PUT',
    path: `/api${listPath}/:id`,
    access: { profiles, grants },
    params: idParam,
  }) as const;

type NamedPlatform<Key extends PlatformKey> = Platform & { readonly key: Key };

/** Declares the calls that read many lines. */
function listCalls<const Key extends PlatformKey, const W extends LineWire>(
  platform: NamedPlatform<Key>,
  wire: W,
) {
  const key: Key = platform.key;
  const { label, grants, listPath } = platform;
  const path = `/api${listPath}`;
  const row: W['row'] = wire.row;
  return {
    list: endpoint({
      name: `list-${key}-lines`,
      method: 'GET',
      path,
      summary: `Linhas ${label}: as próprias, as de uma revenda da rede ou as da rede inteira.`,
      access: { profiles, grants },
      query: wire.listQuery as W['listQuery'],
      answer: pageSchema(translated(row)).extend(cursorAnswer),
      errors: ['reseller_not_found', 'forbidden', 'sort_too_many'],
    }),
    count: endpoint({
      name: `count-${key}-lines`,
      method: 'GET',
      path: `${path}-counts`,
      summary: 'Quantas linhas há em cada filtro de status.',
      access: { profiles, grants },
      query: wire.countQuery as W['countQuery'],
      answer: wire.counts as W['counts'],
      errors: ['reseller_not_found'],
    }),
    exportSheet: endpoint({
      name: `export-${key}-lines`,
      method: 'POST',
      path: `/api/export${listPath.replace('/', '-')}`,
      summary: `Gera a planilha ${platform.exportFile} com os filtros da lista ou só com as linhas marcadas.`,
      access: { profiles, grants },
      body: wire.exportBody as W['exportBody'],
      answer: exportStarted,
      errors: [
        'tasks_too_many',
        'reseller_not_found',
        'forbidden',
        'nothing_to_export',
        'sort_too_many',
      ],
    }),
  };
}

/** Declares the calls that cost credits. */
function saleCalls<const Key extends PlatformKey, const W extends LineWire>(
  platform: NamedPlatform<Key>,
  wire: W,
) {
  const key: Key = platform.key;
  const { label, flag: platformFlag, grants, listPath } = platform;
  const path = `/api${listPath}`;
  const act = lineAct(platform);
  const row: W['row'] = wire.row;
  const receipt: W['receipt'] = wire.receipt;
  const fields: W['fields'] = wire.fields;
  return {
    create: endpoint({
      name: `create-${key}-line`,
      method: 'POST',
      path,
      summary: `Cria uma linha ${label} oficial, paga com créditos, ou um teste grátis.`,
      access: { profiles: sellers, flag: platformFlag, grants },
      keyed: true,
      body: lineBody(fields, 'create'),
      answer: translated({ ...receipt, ...chargeFields }),
      errors: [
        'package_missing',
        'package_unknown',
        ...wire.packageErrors,
        'username_taken',
        'insufficient_credits',
        'platform_off',
        'tests_off',
        'limit_platform',
        'limit_lines',
        'limit_trials_a_day',
        'limit_credits_a_day',
        'key_reused',
      ],
    }),
    extend: endpoint({
      ...act,
      name: `extend-${key}-line`,
      action: 1,
      summary: 'Renova a linha pelo tempo que os créditos valem; paga quem renova.',
      keyed: true,
      body: z.object({
        // Default: one credit, as for a new line (K-02).
        credits: termCredits.optional(),
        regPassword: regPassword,
      }),
      answer: translated({
        ...row,
        ...message,
        expDateFormatted: z.string(),
        ...chargeFields,
        ...undoField,
      }),
      errors: [
        'line_not_found',
        'trial_not_renewable',
        'insufficient_credits',
        'limit_credits_a_day',
        'key_reused',
      ],
    }),
  };
}

/** Declares the call that turns a test into an official line. */
function promotionCalls<const Key extends PlatformKey, const W extends LineWire>(
  platform: NamedPlatform<Key>,
  wire: W,
) {
  const key: Key = platform.key;
  const { flag: platformFlag, grants } = platform;
  const act = lineAct(platform);
  const receipt: W['receipt'] = wire.receipt;
  const fields: W['fields'] = wire.fields;
  return {
    promote: endpoint({
      ...act,
      name: `promote-${key}-line`,
      action: 20,
      summary:
        'Ativa um teste como linha oficial: mesmo usuário e senha, vencimento a partir de agora; custa como uma criação.',
      access: { profiles: sellers, flag: platformFlag, grants },
      keyed: true,
      body: lineBody(fields, 'promote'),
      answer: translated({ ...receipt, ...message, ...chargeFields }),
      errors: [
        'line_not_found',
        'line_already_official',
        'promotion_blocked',
        'package_missing',
        'package_unknown',
        ...wire.packageErrors,
        'insufficient_credits',
        'platform_off',
        'limit_platform',
        'limit_credits_a_day',
        'key_reused',
      ],
    }),
  };
}

/** Declares the calls that change one line without cost. */
function changeCalls<const Key extends PlatformKey, const W extends LineWire>(
  platform: NamedPlatform<Key>,
  wire: W,
) {
  const key: Key = platform.key;
  const act = lineAct(platform);
  const row: W['row'] = wire.row;
  const changedLine = translated({ ...row, ...message, ...undoField });
  const fields: W['fields'] = wire.fields;
  return {
    toggle: endpoint({
      ...act,
      name: `switch-${key}-line`,
      action: 0,
      summary: wire.summaries.toggle,
      body: z.object({ on: lineSwitch.optional(), regPassword: regPassword }),
      answer: changedLine,
      errors: ['line_not_found'],
    }),
    remove: endpoint({
      ...act,
      name: `delete-${key}-line`,
      action: 2,
      summary: 'Deleta a linha; créditos não voltam.',
      body: lineBody(fields, 'remove'),
      answer: z.object({ message: z.string(), id: z.int() }),
      errors: ['line_not_found', ...wire.deleteErrors],
    }),
    edit: endpoint({
      ...act,
      name: `edit-${key}-line`,
      action: 3,
      summary: wire.summaries.edit,
      body: lineBody(fields, 'edit'),
      ignores: ignoredByEdit,
      answer: changedLine,
      errors: wire.editErrors,
    }),
  };
}

/** Declares the calls about access data and expiry of one line. */
function accessCalls<const Key extends PlatformKey, const W extends LineWire>(
  platform: NamedPlatform<Key>,
  wire: W,
) {
  const key: Key = platform.key;
  const act = lineAct(platform);
  const row: W['row'] = wire.row;
  const receipt: W['receipt'] = wire.receipt;
  const changedExpiry = translated({
    ...row,
    ...message,
    expDateFormatted: z.string(),
    ...undoField,
  });
  return {
    trust: endpoint({
      ...act,
      name: `trust-${key}-line`,
      action: 7,
      summary: 'Dá 48 horas de confiança, uma vez por período pago.',
      body: onlyRegPassword,
      answer: changedExpiry,
      errors: ['line_not_found', 'trial_not_renewable', 'trust_used'],
    }),
    receipt: endpoint({
      ...act,
      name: `get-${key}-links`,
      action: 8,
      summary: wire.summaries.receipt,
      body: onlyRegPassword,
      answer: translated(receipt),
      errors: ['line_not_found'],
    }),
    endOfDay: endpoint({
      ...act,
      name: `end-of-day-${key}-line`,
      action: 10,
      summary: 'Leva o horário do vencimento para 23:59 do mesmo dia.',
      body: onlyRegPassword,
      answer: changedExpiry,
      errors: ['line_not_found', 'trial_not_renewable', 'line_expired'],
    }),
  };
}

export function lineCalls<const Key extends PlatformKey, const W extends LineWire>(
  platform: NamedPlatform<Key>,
  wire: W,
) {
  return {
    ...listCalls(platform, wire),
    ...saleCalls(platform, wire),
    ...promotionCalls(platform, wire),
    ...changeCalls(platform, wire),
    ...accessCalls(platform, wire),
  };
}
