import * as z from 'zod/mini'
import { deviceInput } from '../company/device-input.ts'
import { call } from '../core/call.ts'
import { detectedScales, detectParams } from './scale-detection.ts'
import { ofSite, saveRow, YardSetUp } from './site-devices.ts'

/** A connection without `password` keeps the stored one while it goes to the same address. */
export const saveDeviceBody = z.strictObject({ ...saveRow, device: deviceInput })
const detectScaleBody = z.strictObject({ ...ofSite, ...detectParams.shape })
export type DeviceInput = z.output<typeof deviceInput>

/** Apart from the other calls of devices, which every station loads: it knows the settings of every device. */
export const deviceSetUp = {
  superSaveDevice: call({
    method: 'PUT',
    path: '/api/v1/device/superSaveDevice',
    access: 'manager-or-super',
    summary: 'Adds or changes a device; its agent hears of it at once',
    body: saveDeviceBody,
    result: YardSetUp,
  }),
  superDetectScale: call({
    method: 'POST',
    path: '/api/v1/device/superDetectScale',
    access: 'manager-or-super',
    summary: 'Which drivers understand a line, by two seconds of listening and harmless questions',
    body: detectScaleBody,
    result: detectedScales,
    refusals: ['device.offline', 'device.not-configured'],
    toast: false,
  }),
} as const
