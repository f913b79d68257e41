/** Everything that is probed, by this server and from places outside. */
import { probedBalancers } from './balancers/balancers.ts';
import { probedActivators } from './devices/devices.ts';
import { probedHostnames } from './hostnames/hostnames.ts';
import type { TargetSource } from './reachability/reachability.ts';

export const probedSources: readonly TargetSource[] = [
  probedBalancers,
  probedHostnames,
  probedActivators,
];
