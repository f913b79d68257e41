import { clearForeignStores } from '../../foundation/api/foreign-stores.ts';
import { startSession } from '../../foundation/api/session.ts';
import { storeDeviceMark } from '../device-marks.ts';

interface SignedIn {
  readonly id: number;
  readonly username: string;
  readonly accessToken: string;
  readonly cryptPass: string;
  readonly deviceMark: string;
}

/** Stores the session of an accepted sign-in. */
export function startSignedIn({
  id,
  username,
  accessToken,
  cryptPass,
  deviceMark,
}: SignedIn): void {
  storeDeviceMark(username, deviceMark);
  void clearForeignStores(id);
  startSession({ userId: id, username, token: accessToken, regPassword: cryptPass });
}
