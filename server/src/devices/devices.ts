/** Devices of a line: asking for one, binding it, resetting and releasing it. */
export { probedActivators } from './activators/activators.ts';
export { bindDevice } from './bind-device.ts';
export { deviceRoutes } from './devices.routes.ts';
export { eraseDevicesOfCte } from './erase-devices.ts';
export { createRequestDevice } from './request-device.ts';
