/** State of the create form for one platform, and the line that it created last. */
import { useEffect, useEffectEvent, useState } from 'react';
import { type Form, useForm } from '../../ui/form/use-form.ts';
import { lineForm } from '../fields/line-form.ts';
import { emptyForm, type LineForm, toLineInput, valueErrors } from '../fields/line-values.ts';
import { readProduct } from '../fields/product.ts';
import { lastPackage, rememberPackage, rememberPeriod } from './last-sale.ts';
import { callsChangedByActions, usePlatformRead } from '../platforms/calls.ts';
import type { LinePlatform, PackageOption } from '../platforms/platform.ts';
import type { Receipt } from '../receipt/receipt.ts';
import { offeredValues } from './offered-values.ts';
import type { SaleLink, useCreateParams } from './create-params.ts';

type LinkedCustomer = Pick<ReturnType<typeof useCreateParams>, 'customer' | 'forgetCustomer'>;

interface CreateLineInput {
  readonly platform: LinePlatform;
  readonly official: boolean;
  /** Name of the draft. Each screen that creates lines has its own. */
  readonly draft: string;
  /** Values before the user types. They replace the empty ones. */
  readonly start?: Partial<LineForm>;
  readonly linked?: LinkedCustomer;
  readonly onCreated?: (receipt: Receipt) => void;
}

interface CreateLineState {
  readonly form: Form<LineForm>;
  /** Form values. An unavailable package is replaced by an available one. */
  readonly values: LineForm;
  readonly packages: readonly PackageOption[] | undefined;
  readonly created: Receipt | undefined;
  readonly dismiss: () => void;
}

const nobodyLinked: LinkedCustomer = { customer: undefined, forgetCustomer: () => undefined };

export function useCreateLine(input: CreateLineInput): CreateLineState {
  const { platform, official, start, linked = nobodyLinked } = input;
  const { data: packages, query } = usePlatformRead(platform.packages, undefined, {
    staleMs: 60_000,
    readableOffline: true,
  });
  const [created, setCreated] = useState<Receipt>();
  const { create } = platform;
  const offered = (values: LineForm) =>
    offeredValues(values, official, packages, lastPackage(platform.definition.key));
  const { alertFor, ...shared } = lineForm(platform, 'create');
  const typed: Form<LineForm> = useForm(create.declaration, {
    draft: input.draft,
    initial: { ...emptyForm, ...start },
    ...shared,
    alertFor: (problem, values) => alertFor(problem, offered(values)),
    send: (values) =>
      create.send({
        ...toLineInput(offered(values), bouquets),
        official,
        // The request of a test contains hours but no credits or price. The request of an official
        // line contains credits but no hours.
        ...(official ? { testHours: undefined } : { credits: undefined, priceCents: undefined }),
      }),
    validate: (values) => {
      const { error } = readProduct(offered(values), bouquets);
      return {
        ...(error ? { plan: error } : {}),
        ...(official ? valueErrors(platform.fields, 'create', values) : {}),
      };
    },
    refresh: callsChangedByActions(platform),
    // The form keeps the package, because the next customer often buys the same one.
    keep: (values) => ({ packageId: offered(values).packageId }),
    onDone: (answer) => {
      const { key } = platform.definition;
      const { custom, packageId, credits } = offered(typed.values);
      if (!custom && packageId !== null) rememberPackage(key, packageId);
      if (official) rememberPeriod(key, credits);
      const receipt = create.read(answer);
      setCreated(receipt);
      input.onCreated?.(receipt);
    },
  });
  useLinkedCustomer(typed, linked);
  const form = useSubmitOncePackagesCame(typed, query.isFetching && !packages);
  const values = offered(form.values);
  const bouquets =
    usePlatformRead(platform.bouquets, undefined, { staleMs: 60_000, enabled: values.custom })
      .data ?? [];
  return {
    form,
    values,
    packages,
    created,
    dismiss: () => setCreated(undefined),
  };
}

/**
 * Replaces the customer of the draft with the customer of the link. The draft's name, number, login
 * and price are removed. The customer is then removed from the address, so that a reload keeps
 * later input.
 */
function useLinkedCustomer(
  form: Form<LineForm>,
  { customer, forgetCustomer }: LinkedCustomer,
): void {
  const fill = useEffectEvent(({ note, whatsapp, credits, packageId }: SaleLink) => {
    form.change({
      username: '',
      price: '',
      note,
      whatsapp,
      ...(credits === undefined ? {} : { credits }),
      ...(packageId === undefined ? {} : { packageId, custom: false }),
    });
    forgetCustomer();
  });
  const { note = '', whatsapp = '', credits, packageId } = customer ?? {};
  useEffect(() => {
    if (note || whatsapp || credits !== undefined || packageId !== undefined)
      fill({ note, whatsapp, credits, packageId });
  }, [note, whatsapp, credits, packageId]);
}

/**
 * Delays a submit that the user pressed before the packages were loaded. The form is sent after a
 * package is selected.
 */
function useSubmitOncePackagesCame(form: Form<LineForm>, awaited: boolean): Form<LineForm> {
  const [pressed, setPressed] = useState(false);
  const { submit } = form;
  useEffect(() => {
    if (!pressed || awaited) return;
    setPressed(false);
    submit();
  }, [pressed, awaited, submit]);
  const waits = awaited && !form.values.custom;
  return {
    ...form,
    busy: form.busy || (pressed && waits),
    submit: waits ? () => setPressed(true) : submit,
  };
}
