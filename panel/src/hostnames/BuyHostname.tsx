/**
 * Offers of free hostnames with their prices. The seller chooses one, and its term if there are
 * several (S-DNS-24, -27, -28, V-69, V-70).
 */
import { Box, Button, Text } from '@mantine/core';
import {
  type HostnameOffer,
  MAX_TERM_YEARS,
  createHostname,
  listHostnames,
} from '@ramal/contract/operations/hostnames';
import { getProfile } from '@ramal/contract/sessions';
import { IconCheck, IconWorld, IconWorldOff } from '@tabler/icons-react';
import { useState } from 'react';
import { pluralize, creditsInWords, formatCredits, formatDollars } from '../foundation/numbers.ts';
import { FreshCode } from '../second-factors/FreshCode.tsx';
import { useFreshCode } from '../second-factors/use-fresh-code.ts';
import { useProfile } from '../sessions/profile.ts';
import { Segmented } from '../ui/form/fields/Segmented.tsx';
import { TextField } from '../ui/form/fields/fields.tsx';
import { FormDialog } from '../ui/form/FormDialog.tsx';
import { useForm } from '../ui/form/use-form.ts';
import classes from './hostnames.module.css';

export interface HostnameSearch {
  readonly name: string;
  readonly available: readonly HostnameOffer[];
  readonly unavailable: readonly string[];
}

interface BuyHostnameProps {
  readonly result: HostnameSearch;
  readonly isAdmin: boolean;
  readonly onBought: () => void;
  readonly onClose: () => void;
}

const years = (count: number): string => pluralize(count, 'ano', 'anos');
/** Maximum number of terms offered to a seller. */
const TERMS_SHOWN = 3;

const priceOf = (offer: HostnameOffer, term: number): { credits?: number; dollars?: number } => {
  const more = term - offer.duration;
  return offer.credits === null
    ? { dollars: (offer.price ?? 0) + more * (offer.renew ?? 0) }
    : { credits: offer.credits + more * (offer.creditsRenew ?? 0) };
};

const priceWords = ({ credits, dollars }: ReturnType<typeof priceOf>): string =>
  credits === undefined ? formatDollars(dollars ?? 0) : creditsInWords(credits);

const renewalWords = ({ renew, creditsRenew: credits }: HostnameOffer): string =>
  priceWords(credits === null ? { dollars: renew ?? 0 } : { credits });

export function BuyHostname({ result, isAdmin, onBought, onClose }: BuyHostnameProps) {
  const code = useFreshCode();
  const [chosen, setChosen] = useState(result.available[0]);
  const [term, setTerm] = useState(chosen?.duration ?? 1);
  const form = useForm(createHostname, {
    initial: { description: '' },
    send: ({ description }) => ({
      body: {
        domain: chosen?.domain ?? '',
        duration: term,
        ...(description ? { description } : {}),
      },
    }),
    freshCode: () => code,
    refresh: [listHostnames, getProfile],
    success: ({ message, state }) => ({
      title: message,
      text:
        state === 'done'
          ? `${chosen?.domain} pode levar até 2 horas para valer em toda a internet`
          : (chosen?.domain ?? ''),
    }),
    onDone: onBought,
  });
  const choose = (offer: HostnameOffer) => {
    setChosen(offer);
    setTerm(offer.duration);
  };
  const price = chosen && priceOf(chosen, term);
  return (
    <FormDialog
      form={form}
      title="Comprar DNS"
      subtitle={`Consultamos ${result.name} nas 4 extensões, agora há pouco.`}
      icon={IconWorld}
      width={720}
      submitLabel={price ? `Comprar por ${priceWords(price)}` : 'Comprar'}
      onClose={onClose}
    >
      <Offers available={result.available} chosen={chosen} onChoose={choose} />
      <Unavailable names={result.unavailable} />
      {chosen && (
        <>
          <Segmented
            label="Tempo"
            wide
            value={String(term)}
            options={termsOf(chosen).map((termYears) => ({
              value: String(termYears),
              label: years(termYears),
            }))}
            onChange={(termYears) => setTerm(Number(termYears))}
          />
          {isAdmin && (
            <TextField
              label="Descrição"
              maxLength={200}
              autoComplete="off"
              hint="Para que serve; obrigatória para administradores."
              {...form.field('description')}
            />
          )}
          <Effect price={price} />
          <FreshCode code={code} disabled={form.busy} />
        </>
      )}
    </FormDialog>
  );
}

const termsOf = ({ duration }: HostnameOffer): number[] =>
  Array.from({ length: TERMS_SHOWN }, (_, more) => duration + more).filter(
    (term) => term <= MAX_TERM_YEARS,
  );

interface OffersProps {
  readonly available: readonly HostnameOffer[];
  readonly chosen: HostnameOffer | undefined;
  readonly onChoose: (offer: HostnameOffer) => void;
}

const Offers = ({ available, chosen, onChoose }: OffersProps) => (
  <table className={classes.offers}>
    <Box component="caption" pb="xs" fw={600} ta="left">
      Disponível {available.length}
    </Box>
    <thead>
      <tr>
        <th scope="col">DNS</th>
        <th scope="col">Preço</th>
        <th scope="col">Renovação</th>
        <th scope="col">Ano/anos</th>
        <th scope="col">
          <span className="visually-hidden">Escolher</span>
        </th>
      </tr>
    </thead>
    <tbody>
      {available.map((offer) => (
        <tr key={offer.domain} data-chosen={offer === chosen || undefined}>
          <td className="mono">{offer.domain}</td>
          <td>
            {priceWords(priceOf(offer, offer.duration))}
            <small className={classes.renewal}>
              renova por {offer.creditsRenew ?? renewalWords(offer)}
            </small>
          </td>
          <td>{renewalWords(offer)}</td>
          <td>{years(offer.duration)}</td>
          <td>
            <Button
              size="xs"
              variant={offer === chosen ? 'light' : 'default'}
              aria-pressed={offer === chosen}
              aria-label={`${offer === chosen ? 'Escolhido' : 'Comprar'} ${offer.domain}`}
              leftSection={offer === chosen && <IconCheck size={15} stroke={1.75} aria-hidden />}
              onClick={() => onChoose(offer)}
            >
              {offer === chosen ? 'Escolhido' : 'Comprar'}
            </Button>
          </td>
        </tr>
      ))}
    </tbody>
  </table>
);

const Unavailable = ({ names }: { names: readonly string[] }) =>
  names.length === 0 ? null : (
    <section className={classes.unavailable} aria-label="Indisponíveis">
      <Text component="h3" inherit fz="control">
        Indisponíveis {names.length}
      </Text>
      <Box component="ul" mt="xs">
        {names.map((name) => (
          <li key={name} className="mono">
            <IconWorldOff size={17} stroke={1.75} aria-hidden />
            {name}
          </li>
        ))}
      </Box>
    </section>
  );

function Effect({ price }: { price: ReturnType<typeof priceOf> | undefined }) {
  const balance = useProfile().data?.credits;
  if (price?.credits === undefined || typeof balance !== 'number') return null;
  const after = balance - price.credits;
  return (
    <p className={classes.effect} data-short={after < 0 || undefined}>
      Saldo depois:{' '}
      <Text component="s" inherit c="var(--ink-2)">
        {formatCredits(balance)}
      </Text>{' '}
      <b>{formatCredits(after)}</b>
      {after < 0 && ' Faltam créditos.'}
    </p>
  );
}
