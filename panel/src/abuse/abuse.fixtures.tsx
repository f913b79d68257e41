/** A suspect line on the screen, its evidence, and the lists behind their tabs. Only the network is faked. */
import {
  type AbuseLog,
  abuseGroups,
  getAbuseDetail,
  getAbuseSettings,
} from '@ramal/contract/abuse';
import { getDashboard } from '@ramal/contract/dashboard';
import type { Endpoint, ResponseOf } from '@ramal/contract/api/endpoint';
import { countIptvLines, listAllIptvLines, listIptvLines } from '@ramal/contract/lines/iptv-lines';
import { getProfile } from '@ramal/contract/sessions';
import type { Viewing } from '@ramal/contract/watching';
import { counts, lineListAnswer, profile, row } from '../lines/test/answers.ts';
import { totals } from '../lines/test/list.tsx';
import { answering, type SentRequest, type Respond, show } from '../lines/test/screen.tsx';
import { IptvLists } from './IptvLists.tsx';

export const SENTENCE =
  'Duas casas assistiram ao mesmo tempo por 1 h 12 min, em 4 momentos das últimas 24 horas.';

export const suspect = row({ id: 7, abuse_reasons: SENTENCE });
export const blocked = row({
  id: 8,
  username: '30809062',
  nota: 'Márcia – TV Box quarto',
  block_abuse: true,
  abuse_reasons: SENTENCE,
});

const begin = Date.parse('2026-11-21T17:32:10Z') / 1000;

/** Creates the access with number `index`. Every second access is from the second household. */
export const access = (index: number): AbuseLog => ({
  content: `Canal ${index + 1}`,
  encoding: 'HLS',
  aid: `20261121143210-${String(index).padStart(4, '0')}`,
  ip: index % 2 === 0 ? '203.0.113.7' : '198.51.100.21',
  createdAt: '21/11/2026 14:32:10',
  startedAtTimestamp: begin,
  endedAtTimestamp: index === 0 ? null : begin + 5400,
  group: abuseGroups[Math.floor(index / 2) % abuseGroups.length]!,
  onlineId: `3f2a0c1e-7a55-4a3e-9b0e-0a4f8f3f${String(index).padStart(4, '0')}`,
});

export const detail = (logs: number): ResponseOf<typeof getAbuseDetail> => ({
  id: suspect.id,
  username: suspect.username,
  blockAbuse: false,
  abuseReasons: SENTENCE,
  findings: [
    {
      reason: SENTENCE,
      foundAtTimestamp: begin + 7200,
      sinceTimestamp: begin,
      untilTimestamp: begin + 5400,
      togetherMinutes: 72,
      times: 4,
      addresses: ['203.0.113.7', '198.51.100.21'],
    },
  ],
  logs: Array.from({ length: logs }, (_, index) => access(index)),
});

export const viewing = (index: number): Viewing => {
  const { onlineId: id, ip, content, encoding, aid } = access(index);
  return {
    id,
    user: suspect.username,
    ip,
    content,
    encoding,
    aid,
    userAgent: 'VLC/3.0',
    startedAtTimestamp: begin,
    lastSeenTimestamp: begin + 5400,
  };
};

interface World {
  readonly isAdmin?: boolean;
  readonly lines?: Respond;
  readonly more?: readonly (readonly [Endpoint, Respond])[];
}

/** Test server for an admin or a reseller: the rows of each tab and the details of one line. */
export function server({ isAdmin = false, lines, more = [] }: World = {}): SentRequest[] {
  const listed: Respond =
    lines ?? (({ query }) => lineListAnswer(query.blocked ? blocked : suspect));
  return answering([
    [getProfile, () => profile(isAdmin ? { profile: 'admin', credits: null } : {})],
    [getDashboard, () => totals],
    [countIptvLines, () => counts],
    [listIptvLines, listed],
    [listAllIptvLines, listed],
    [getAbuseDetail, () => detail(3)],
    [getAbuseSettings, () => ({ automatic: false })],
    ...more,
  ]);
}

export const open = (address: string) => show(<IptvLists />, address);

export const atADesk = (): void =>
  (window as unknown as { happyDOM: { setViewport: (size: object) => void } }).happyDOM.setViewport(
    {
      width: 1280,
      height: 800,
    },
  );
