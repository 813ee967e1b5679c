import * as z from 'zod/mini'

// An installation has one proxy, or one and its spare; the bound only stops a pasted list of the whole internet.
const MAX_PROXIES = 20
const PROXY = 'нужны адреса или подсети через запятую'
const addressBlock = z
  .union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()], PROXY)
  .check(z.refine((v) => !v.endsWith('/0'), PROXY))
export const proxies = z.pipe(
  z._default(z.string(), ''),
  z.pipe(
    z.transform((v: string) => v.split(/[\s,]+/).filter((one) => one !== '')),
    z.array(addressBlock).check(z.maxLength(MAX_PROXIES, `не больше ${MAX_PROXIES}`)),
  ),
)

// A company has one such site at most, and an installation few of them (security.md 6.4).
const MAX_ORIGINS = 20
const ORIGIN = 'нужны адреса вида https://ves.example через запятую'
export const origins = z.pipe(
  z._default(z.string(), ''),
  z.pipe(
    z.transform((v: string) => v.split(/[\s,]+/).filter((one) => one !== '')),
    z
      .array(z.string().check(z.refine((v) => isOrigin(v), ORIGIN)))
      .check(z.maxLength(MAX_ORIGINS, `не больше ${MAX_ORIGINS}`)),
  ),
)

function isOrigin(text: string): boolean {
  return URL.canParse(text) && new URL(text).protocol === 'https:' && new URL(text).origin === text
}

// A name of its own is an origin of its own; plain http only on this machine.
export const cardFormUrl = z.optional(
  z
    .string()
    .check(
      z.refine(
        (v) => isOrigin(v) || /^http:\/\/(localhost|127\.0\.0\.1):\d+$/.test(v),
        'нужен адрес вида https://card.example.ru, без пути',
      ),
    ),
)
