/** Modules that provide the targets that this server and the probe agents probe. */
import { probedBalancers } from './balancers/balancers.ts';
import { probedActivators } from './devices/devices.ts';
import { probedHostnames } from './hostnames/hostnames.ts';
import type { TargetSource } from './reachability/reachability.ts';

export const probedSources: readonly TargetSource[] = [
  probedBalancers,
  probedHostnames,
  probedActivators,
];
