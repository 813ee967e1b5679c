/** Files whose journeys drive trucks over the site of their slot; in a calm slot they would wait four times as long. */
export const TRUCK_FILES: readonly string[] = [
  'device-check',
  'devices',
  'purchase',
  'purchase-keys',
  'station',
  'two-products-keys',
  'weight-act-keys',
  'yard-forms',
  'yard-ways',
]

/** Seconds that each file took beside the other slots; they decide only which slot takes the file. */
export const MEASURED_SECONDS: Readonly<Record<string, number>> = {
  'act-lines': 19,
  addresses: 28,
  banks: 33,
  'bik-directory': 16,
  catalogue: 29,
  'company-settings': 21,
  'cut-text': 6,
  'dead-stream': 38,
  'device-check': 36,
  devices: 36,
  direct: 29,
  draft: 10,
  'early-keys': 18,
  exceptions: 10,
  export: 32,
  faults: 36,
  'import-foreign': 4,
  keys: 10,
  'layout-shift': 7,
  list: 14,
  'list-address': 9,
  'no-server': 28,
  offline: 30,
  'old-base': 11,
  'other-sheet': 4,
  'own-password': 9,
  passkeys: 15,
  'pay-account': 32,
  'pay-by-file': 28,
  'pay-day': 21,
  people: 23,
  phone: 16,
  price: 17,
  'price-menu': 7,
  purchase: 1,
  'purchase-keys': 63,
  'quick-hands': 27,
  'ready-catalogue': 4,
  'report-kinds': 13,
  reports: 27,
  rights: 15,
  'same-supplier': 6,
  scanner: 9,
  'second-factor': 20,
  'service-accounts': 26,
  sessions: 17,
  shell: 26,
  'sign-in': 6,
  'slow-answer': 24,
  stale: 12,
  'start-up': 11,
  station: 47,
  'still-rows': 8,
  'super-palette': 3,
  suppliers: 20,
  'told-reasons': 14,
  'two-products-keys': 15,
  'weight-act-keys': 13,
  workplace: 13,
  'yard-forms': 19,
  'yard-ways': 60,
}
/** Of a file that was not measured yet. */
const USUAL_SECONDS = 15

export interface BrowserSlot {
  readonly name: string
  /** No journey of it drives a truck, and its yard runs at the pace of the clock. */
  readonly isCalm: boolean
  readonly files: readonly string[]
}

const nameOf = (file: string) => /([^/]+)\.e2e\.ts$/.exec(file)?.[1] ?? file
const secondsOf = (file: string) => MEASURED_SECONDS[nameOf(file)] ?? USUAL_SECONDS

/**
 * Three slots of about the same length, each with one browser and one product. The same files always meet in the same
 * slot in the same order, so a journey that another one disturbs is disturbed in the next run as well.
 */
export function planBrowserSlots(files: readonly string[]): BrowserSlot[] {
  const slots = [
    { name: 'first', isCalm: false, files: [] as string[], seconds: 0 },
    { name: 'second', isCalm: false, files: [] as string[], seconds: 0 },
    { name: 'third', isCalm: true, files: [] as string[], seconds: 0 },
  ]
  const drives = (file: string) => TRUCK_FILES.includes(nameOf(file))
  // The longest first: the short ones then fill what is left uneven.
  const longestFirst = files.toSorted((a, b) => secondsOf(b) - secondsOf(a) || (a < b ? -1 : 1))
  for (const file of [
    ...longestFirst.filter((one) => drives(one)),
    ...longestFirst.filter((one) => !drives(one)),
  ]) {
    const allowed = slots.filter(({ isCalm }) => !isCalm || !drives(file))
    const shortest = allowed.reduce((a, b) => (b.seconds < a.seconds ? b : a))
    shortest.files.push(file)
    shortest.seconds += secondsOf(file)
  }
  return slots
}
