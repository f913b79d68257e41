/** Devices of a line: requests by apps, binding, reset and unbinding. */
export { probedActivators } from './activators/activators.ts';
export { bindDevice } from './bind-device.ts';
export { deviceRoutes } from './devices.routes.ts';
export { eraseDevicesOfCte } from './erase-devices.ts';
export { createRequestDevice } from './request-device.ts';
