/** A registered line server in the format of the call. */
import { defaultRules, type LineServer } from '@ramal/contract/operations/line-servers';

/** The server was never compared and has no lines. */
export const xuiServer: LineServer = {
  id: 3,
  name: 'XUI São Paulo',
  kind: 'xui',
  platform: 'iptv',
  idFranchise: null,
  host: 'xui.exemplo:8080',
  playerUrl: null,
  takesNew: true,
  provenAtTimestamp: 1_795_000_000,
  finding: '',
  rules: defaultRules,
  mapped: 1,
  lines: 0,
  waiting: 0,
  failed: 0,
  pause: null,
  comparedAtTimestamp: null,
  comparedLines: null,
  differences: 0,
};
