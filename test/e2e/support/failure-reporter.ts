import type { Reporter, TestCase, TestResult, TestStep } from '@playwright/test/reporter'

/** Name of the attachment with what a page showed when its journey failed. */
export const PAGE_SEEN = 'page-seen'

/** So many lines of a page are printed: a long list would hide what else failed. */
const MOST_LINES = 150

/**
 * Prints of a failed journey which steps were not over, and what the page showed. A build machine keeps no files of a run,
 * and of a journey that ended by its time the error says only that.
 */
export default class FailureReporter implements Reporter {
  onTestEnd(test: TestCase, result: TestResult): void {
    if (result.status === test.expectedStatus) return
    // A step that was repeated until the end is named once.
    const open = new Set(unfinishedSteps(result.steps).map((step) => `      ${placeOf(step)}`))
    const lines = [`    Not over in «${test.title}»:`, ...open, ...pageLines(result)]
    process.stdout.write(`\n${lines.join('\n')}\n`)
  }
}

/** Steps without an end, or whose end is an error, the outer ones first. */
function unfinishedSteps(steps: readonly TestStep[]): TestStep[] {
  const open = steps.filter(({ duration, error }) => duration < 0 || error)
  return open.flatMap((step) => [step, ...unfinishedSteps(step.steps)])
}

function placeOf({ title, location }: TestStep): string {
  const [, file = ''] = /([^/]+)$/.exec(location?.file ?? '') ?? []
  return location ? `${title} (${file}:${location.line})` : title
}

const pageLines = ({ attachments }: TestResult): string[] =>
  attachments
    .filter(({ name }) => name === PAGE_SEEN)
    .flatMap(({ body }) => String(body).split('\n').slice(0, MOST_LINES))
