/** Code points that the typefaces of printed documents have, as `fonts.test.ts` reads them from their files. */
const RANGES =
  '0 d 20-7e a0-377 37a-37f 384-38a 38c 38e-3a1 3a3-52f 591-5c7 5d0-5ea 5f0-5f4 1ab0-1abe 1c80-1c88 1d00-1df5 ' +
  '1dfb-1f15 1f18-1f1d 1f20-1f45 1f48-1f4d 1f50-1f57 1f59 1f5b 1f5d 1f5f-1f7d 1f80-1fb4 1fb6-1fc4 1fc6-1fd3 ' +
  '1fd6-1fdb 1fdd-1fef 1ff2-1ff4 1ff6-1ffe 2000-2064 2066-2071 2074-208e 2090-209c 20a0-20be 20f0 2100-214f ' +
  '2153-2154 215b-215e 2184 2190-2195 21a8 2202 2206 220f 2211-2212 2215 2219-221a 221e-221f 2229 222b 2248 ' +
  '2260-2261 2264-2265 2302 2310 2320-2321 2500 2502 250c 2510 2514 2518 251c 2524 252c 2534 253c 2550-256c ' +
  '2580 2584 2588 258c 2590-2593 25a0-25a1 25aa-25ac 25b2 25ba 25bc 25c4 25ca-25cc 25cf 25d8-25d9 25e6 ' +
  '263a-263c 2640 2642 2660 2663 2665-2666 266a-266b 266f 2c60-2c7f 2de0-2e42 a640-a69f a717-a7ae a7b0-a7b7 ' +
  'a7f7-a7ff ab30-ab65 f001-f002 f004-f005 f00a-f00e fb01-fb04 fb1d-fb36 fb38-fb3c fb3e fb40-fb41 fb43-fb44 ' +
  'fb46-fb4f fe20-fe2f feff fffc-fffd'

const ranges = RANGES.split(' ').map((range) => {
  const [first, last = first] = range.split('-')
  return [Number.parseInt(first!, 16), Number.parseInt(last!, 16)] as const
})

/** Whether documents can print a sign: a page of the browser would show it, and the PDF of the archive «?» in its place. */
export function isPrinted(sign: string): boolean {
  const code = sign.codePointAt(0)!
  return ranges.some(([first, last]) => code >= first && code <= last)
}

/** What is wrong with a text that is to be printed, naming the sign; undefined where each of its signs can be. */
export function signProblem(text: string): string | undefined {
  const sign = [...text].find((one) => one !== '\n' && !isPrinted(one))
  if (sign === undefined) return undefined
  if (sign === '\t') return 'Табуляция не печатается: поставьте пробел'
  const code = `U+${sign.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}`
  // A sign that nobody sees is named by its code alone.
  const name = /[\p{C}\p{M}\p{Z}]/u.test(sign) ? code : `«${sign}» (${code})`
  return `Знак ${name} не печатается: его нет в шрифте документов. Уберите его`
}
