/**
 * Creates a test with one tap (S-DASH-16 to 19, K-06, M-16). The caller provides a note and hours;
 * the platform determines everything else.
 *
 * Call `useQuickTest` with a platform of `soldLinePlatforms(profile)` (platforms.ts) for which
 * `mayTest(profile, platform.definition)` is true (sold-platforms.ts). `run({ note, hours })` returns a
 * receipt or throws an ApiError, which the caller must show.
 *
 * Show the receipt in `LineReceipt` with `platform` and `receipt`. The title is «Teste criado com
 * sucesso», `phoneTitle` is «Teste criado» and `phoneSubtitle` is «Pronto para enviar ao cliente».
 * `onClose` removes the receipt.
 */
import { DEFAULT_CREDITS } from '@ramal/contract/rules/terms';
import { useQueryClient } from '@tanstack/react-query';
import { call } from '../../foundation/api/api.ts';
import { queryKey, useAction } from '../../foundation/api/query.ts';
import { callsChangedByActions } from '../platforms/calls.ts';
import type { LinePlatform, PackageOption } from '../platforms/platform.ts';
import type { Receipt } from '../receipt/receipt.ts';

/** Default note of a quick test (M-16, Q-NOTERULE). */
export const QUICK_TEST_NOTE = 'Usuário gerado em teste rapido';

interface QuickTest {
  /**
   * `hours` is one of TEST_HOURS. An empty note is replaced by QUICK_TEST_NOTE. Throws an ApiError.
   */
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
        // The request of a quick test contains one credit, although a test costs nothing.
        credits: DEFAULT_CREDITS,
        testHours: hours,
        custom: false,
        packageId: await packageId(),
        bouquetIds: [],
        whatsapp,
        note: note.trim() || QUICK_TEST_NOTE,
      });
      return platform.create.read(await create.mutateAsync(sent));
    },
  };
}

/**
 * Returns the platform's preferred package if tests may use it, otherwise the first package that
 * tests may use.
 */
export function quickTestPackage(
  { quickTestPackage: chosen }: LinePlatform,
  options: readonly PackageOption[],
): PackageOption | undefined {
  const offered = options.filter(({ forTests }) => forTests);
  return offered.find(({ id }) => id === chosen) ?? offered[0];
}
