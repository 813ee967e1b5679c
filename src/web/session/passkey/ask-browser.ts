import {
  browserSupportsWebAuthn,
  startAuthentication,
  startRegistration,
  WebAuthnError,
} from '@simplewebauthn/browser'
import type { CallResult } from '#contract/core/call.ts'
import type { User } from '#contract/user/user-entities.ts'
import { passkeys, type KeyAnswer } from '#contract/user/passkeys.ts'
import { send } from '#web/api/send.ts'
import { CallError } from '#web/state/call-error.ts'
import { storeToken } from '#web/state/token.ts'
import { enter } from '../enter.ts'
import { setDenied, setProblem } from '../session.ts'

type Creation = CallResult<typeof passkeys.beginPasskey>
type Request = CallResult<typeof passkeys.beginPasskeySignIn> & {
  /** Only one of these keys will do: the person is signed in already. */
  readonly known?: readonly string[]
}

/** Why the browser gave no key, as a sentence for the person. */
export class KeyProblem extends Error {}

/** Keys belong to one address: by any other, such as a bare IP address, every browser refuses without saying why. */
function mustBeAt(address: string): void {
  if (location.origin !== address)
    throw new KeyProblem(
      `По адресу ${location.origin} ключи не работают: им нужно имя сервера. Откройте ${address} и войдите там.`,
    )
  if (!browserSupportsWebAuthn())
    throw new KeyProblem(
      'Этот браузер не умеет работать с ключами. Обновите его или возьмите другой.',
    )
}

/** Has the browser make a key; gives what `auth/addPasskey` takes beside ticket and name. */
export async function createKey(asked: Creation) {
  mustBeAt(asked.address)
  const made = await startRegistration({
    optionsJSON: {
      rp: { id: asked.rp_id, name: 'Приёмка' },
      user: { id: asked.user_id, name: asked.login, displayName: asked.full_name },
      challenge: asked.challenge,
      pubKeyCredParams: [-7, -257].map((alg) => ({ alg, type: 'public-key' })),
      excludeCredentials: asked.known.map(toCredential),
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      attestation: 'none',
      timeout: TIMEOUT_MS,
    },
  }).catch(inWords)
  return {
    id: made.id,
    client_data: made.response.clientDataJSON,
    attestation: made.response.attestationObject,
    transports: made.response.transports ?? [],
  }
}

/**
 * Opens a session by a key and stores its token; `login` where it must be this very person's key. Gives the person, or why there is
 * no session.
 */
export async function signInByKey(login?: string): Promise<User | string> {
  try {
    const asked = await send(passkeys.beginPasskeySignIn, {})
    const signed = await signByKey(asked)
    // A key that names no owner is none of ours: ours are made so that they do.
    const { user_handle = 'AA' } = signed
    const body = { ...signed, user_handle, ...(login !== undefined && { login }) }
    const { token, user } = await send(passkeys.loginByPasskey, { body })
    storeToken(token)
    return user
  } catch (error) {
    if (error instanceof CallError || error instanceof KeyProblem) return error.message
    throw error
  }
}

/** The same on the page of sign-in, which leads on into the product; gives why it does not. */
export async function enterByKey(login?: string): Promise<string | undefined> {
  const user = await signInByKey(login)
  if (typeof user === 'string') return user
  setDenied(null)
  setProblem(null)
  await enter(user)
  return undefined
}

/** Has the person choose a key and prove themselves to it; gives what the server takes as its answer. */
export async function signByKey(asked: Request): Promise<KeyAnswer> {
  mustBeAt(asked.address)
  const { id, response } = await startAuthentication({
    optionsJSON: {
      rpId: asked.rp_id,
      challenge: asked.challenge,
      ...(asked.known && { allowCredentials: asked.known.map(toCredential) }),
      userVerification: 'required',
      timeout: TIMEOUT_MS,
    },
  }).catch(inWords)
  return {
    ticket: asked.ticket,
    id,
    client_data: response.clientDataJSON,
    authenticator_data: response.authenticatorData,
    signature: response.signature,
    ...(response.userHandle !== undefined && { user_handle: response.userHandle }),
  }
}

const toCredential = (id: string) => ({ id, type: 'public-key' as const })

/** As long as the server keeps the challenge. */
const TIMEOUT_MS = 5 * 60_000

const UNFIT =
  'Это устройство не подходит: ключ должен храниться в нём и спрашивать палец, лицо или пин-код.'
const WORDS: Readonly<Record<string, string>> = {
  ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED: 'На этом устройстве ваш ключ уже есть.',
  ERROR_AUTHENTICATOR_MISSING_DISCOVERABLE_CREDENTIAL_SUPPORT: UNFIT,
  ERROR_AUTHENTICATOR_MISSING_USER_VERIFICATION_SUPPORT: UNFIT,
  ERROR_AUTHENTICATOR_NO_SUPPORTED_PUBKEYCREDPARAMS_ALG: UNFIT,
}

function inWords(error: unknown): never {
  const code = error instanceof WebAuthnError ? error.code : ''
  const isLeft = error instanceof Error && ['NotAllowedError', 'AbortError'].includes(error.name)
  throw new KeyProblem(
    WORDS[code] ??
      (isLeft
        ? 'Ключ не выбран: окно закрыто, время вышло или ключа здесь нет.'
        : 'Браузер не смог обратиться к ключу. Повторите.'),
  )
}
