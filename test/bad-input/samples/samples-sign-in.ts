import type { Input } from './samples.ts'
import type { Stock } from '../stock.ts'

const PASSWORD = 'гараж-сирень-самовар-42'
const SIGNED = { ticket: 'A'.repeat(43), id: 'AQID', client_data: 'eyJ0' }
const SIGN_IN = { body: { login: 'nobody-known', password: PASSWORD, otp: '123456' } }

/** Good requests of sign-in and of what belongs to it: passwords, codes, keys, own accounts elsewhere. */
export function signInSamples({ user, session, passkey }: Stock) {
  return {
    'auth.login': [SIGN_IN],
    'auth.changePassword': [{ body: { old_password: 'прежний', new_password: PASSWORD } }],
    'auth.updatePasswordWithTempLink': [{ body: { token: 'x'.repeat(43), password: PASSWORD } }],
    'auth.beginTotp': [{ body: { password: PASSWORD } }],
    'auth.confirmTotp': [{ body: { otp: '123456' } }],
    'auth.renewRecoveryCodes': [{ body: { password: PASSWORD, otp: '123456' } }],
    'auth.endTotp': [{ body: { password: PASSWORD, otp: '123456' } }],
    'auth.addPasskey': [
      { body: { ...SIGNED, name: 'Ноутбук', attestation: 'o2Nm', transports: ['usb'] } },
    ],
    'auth.updatePasskey': [{ body: { ...passkey, name: 'Весовая' } }],
    'auth.removePasskey': [{ body: { id: passkey.id } }],
    'auth.loginByPasskey': [
      {
        body: {
          ...SIGNED,
          authenticator_data: 'SZYN',
          signature: 'MEUC',
          user_handle: 'AZM1',
          login: 'nobody-known',
        },
      },
    ],
    'auth.linkAccount': [SIGN_IN],
    'auth.unlinkAccount': [{ body: { id: user.id } }],
    'auth.switchAccount': [{ body: { id: user.id } }],
    'auth.endSessions': [{ body: { ids: [session.id] } }],
  } satisfies Record<string, readonly Input[]>
}
