import * as z from 'zod/mini'
import { call } from './core/call.ts'

/** `utils/*` of the specification: its only call draws QR codes. */
export const utils = {
  getQrCode: call({
    method: 'GET',
    path: '/api/v1/utils/get_qrcode_img',
    access: 'all',
    summary: 'A PNG for an image address; own links and document codes only, cached for a day',
    // A bad text is the call's own refusal, so the shape lets any text of 512 characters through.
    query: z.strictObject({ text: z.string().check(z.maxLength(512)) }),
    result: 'png',
    refusals: ['qr.bad-text'],
    toast: false,
  }),
} as const
