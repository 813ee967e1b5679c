/** Files whose journeys drive trucks over the site of their slot; in a calm slot they would wait four times as long. */
export const TRUCK_FILES: readonly string[] = [
  'device-check',
  'devices',
  'purchase',
  'purchase-keys',
  'station',
  'weight-act-keys',
  'yard-forms',
  'yard-ways',
]

/** Seconds that each file took beside the other slots; they decide only which slot takes the file. */
export const MEASURED_SECONDS: Readonly<Record<string, number>> = {
  'act-lines': 14,
  addresses: 50,
  banks: 24,
  'bik-directory': 15,
  catalogue: 35,
  'company-settings': 19,
  'cut-text': 10,
  'dead-stream': 13,
  'device-check': 35,
  devices: 25,
  direct: 14,
  draft: 11,
  'early-keys': 15,
  exceptions: 8,
  export: 22,
  faults: 60,
  'import-foreign': 3,
  keys: 10,
  'layout-shift': 14,
  list: 12,
  'list-address': 22,
  'no-server': 25,
  offline: 40,
  'old-base': 9,
  'other-sheet': 4,
  'own-password': 6,
  passkeys: 20,
  'pay-account': 14,
  'pay-by-file': 18,
  'pay-day': 16,
  people: 24,
  phone: 35,
  price: 20,
  'price-menu': 8,
  purchase: 60,
  'purchase-keys': 70,
  'quick-hands': 35,
  'ready-catalogue': 4,
  'report-kinds': 22,
  reports: 20,
  rights: 21,
  'same-supplier': 8,
  'second-factor': 31,
  sessions: 23,
  shell: 50,
  'sign-in': 9,
  'slow-answer': 12,
  stale: 8,
  'start-up': 13,
  station: 45,
  'still-rows': 15,
  'super-palette': 3,
  suppliers: 40,
  'told-reasons': 7,
  'weight-act-keys': 20,
  workplace: 11,
  'yard-forms': 24,
  'yard-ways': 70,
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
