/** The ledger: wallets, the movements between them, and the reports on both. */
export { creditRoutes } from './credits.routes.ts';
export {
  proveIssuing,
  readIssuableWithoutCode,
  refuseUnprovenIssue,
  requiresIssuingCode,
} from './issuing.ts';
export { notifyLowCredits } from './notify-low-credits.ts';
export { movementExport } from './export-movements.ts';
export {
  balanceColumn,
  balances,
  chargeCte,
  hasWallet,
  type LedgerActor,
  lockWalletCte,
  lockWalletPair,
  lockWalletPairCte,
  lockWallets,
  moveAllCreditsCte,
  moveCreditsCte,
  type Movement,
  openWalletsCte,
  type OwnedWallet,
  readBalance,
  readBalances,
  readReturned,
  readWallets,
  toCredits,
  type Wallet,
} from './ledger.ts';
export { lockPayers, returnCharges } from './return-charges.ts';
export { type MonthSum, readMonthSums } from './month-sums.ts';
export {
  movementMonthsTakenAt,
  sumMovementMonths,
  sumMovementMonthsJob,
} from './movement-months.ts';
export { bonusColumn, readRunningBonus } from './top-up-bonus.ts';
export { proveLedger } from './prove-ledger.ts';
export { type LedgerReport, verifyLedger } from './verify-ledger.ts';
