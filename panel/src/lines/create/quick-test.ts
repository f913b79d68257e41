/**
 * A test in one tap (S-DASH-16 to 19, K-06, M-16): a note and hours, the rest is the platform's.
 *
 *   const quick = useQuickTest(platform);            // one of soldLinePlatforms(profile), platforms.ts,
 *   const [receipt, setReceipt] = useState<Receipt>();    // where mayTest(profile, platform.is), sold-platforms.ts
 *   const run = async () => setReceipt(await quick.run({ note, hours }));   // throws an ApiError: show it
 *   {receipt && (
 *     <LineReceipt platform={platform} receipt={receipt} title="Teste criado com sucesso"
 *       phoneTitle="Teste criado" phoneSubtitle="Pronto para enviar ao cliente"
 *       onClose={() => setReceipt(undefined)} />
 *   )}
 */
import { DEFAULT_CREDITS } from '@ramal/contract/rules/terms';
import { useQueryClient } from '@tanstack/react-query';
import { call } from '../../foundation/api/api.ts';
import { queryKey, useAction } from '../../foundation/api/query.ts';
import { callsChangedByActions } from '../platforms/calls.ts';
import type { LinePlatform, PackageOption } from '../platforms/platform.ts';
import type { Receipt } from '../receipt/receipt.ts';

/** The note of a quick test for whoever writes none (M-16, Q-NOTERULE). */
export const QUICK_TEST_NOTE = 'Usuário gerado em teste rapido';

export interface QuickTest {
  /** `hours` is one of TEST_HOURS; a blank note becomes the documented one. Throws an ApiError. */
  readonly run: (input: { note: string; hours: number; whatsapp?: string }) => Promise<Receipt>;
  readonly busy: boolean;
}

export function useQuickTest(platform: LinePlatform): QuickTest {
  const client = useQueryClient();
  const create = useAction(platform.create.declaration, {
    refresh: callsChangedByActions(platform),
  });
  const packageId = async (): Promise<number | undefined> => {
    const { declaration, send, read } = platform.packages;
    const sent = send();
    const answer = await client.fetchQuery({
      queryKey: queryKey(declaration, sent),
      queryFn: ({ signal }) => call(declaration, sent, { signal }),
      staleTime: 60_000,
    });
    return quickTestPackage(platform, read(answer))?.id;
  };
  return {
    busy: create.isPending,
    run: async ({ note, hours, whatsapp = '' }) => {
      const sent = platform.create.send({
        official: false,
        // The documents' quick tests send one credit along; a test takes none.
        credits: DEFAULT_CREDITS,
        testHours: hours,
        custom: false,
        packageId: await packageId(),
        bouquetIds: [],
        priceCents: undefined,
        username: '',
        whatsapp,
        note: note.trim() || QUICK_TEST_NOTE,
      });
      return platform.create.read(await create.mutateAsync(sent));
    },
  };
}

/** The platform's own choice where tests may use it, else the first that they may. */
export function quickTestPackage(
  { quickTestPackage: chosen }: LinePlatform,
  options: readonly PackageOption[],
): PackageOption | undefined {
  const offered = options.filter(({ forTests }) => forTests);
  return offered.find(({ id }) => id === chosen) ?? offered[0];
}
