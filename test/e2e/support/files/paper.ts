import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, type BrowserContext, type Page } from '@playwright/test'
import QRCode from 'qrcode'
import { browserConfig } from '../browser-config.ts'
import { drawScreen } from '../held-page.ts'
import { readPdf } from './pdf.ts'

interface Paper {
  pages: number
  text: string
  /** The sheet as a scanner would give it back: a picture made by another program than ours. */
  jpeg: Buffer
  pdf: Buffer
}

/** Opens a print page in a tab of its own and prints it: A4 pages counted, words read out of the PDF. */
export async function printed(context: BrowserContext, url: string, name: string): Promise<Paper> {
  const page = await context.newPage()
  await page.goto(url)
  await expect(page.locator('html[data-print-ready="true"]')).toBeAttached()
  const pdf = await page.pdf({ preferCSSPageSize: true })
  expect(pdf.toString('latin1')).toMatch(/\/MediaBox \[0 0 59[45]\.\d+ 84[12]\.\d+\]/)
  await drawScreen(page)
  const jpeg = await page.screenshot({ type: 'jpeg', fullPage: true, quality: 80 })
  if (browserConfig.shots) {
    writeFileSync(path.join(browserConfig.shots, `${name}.pdf`), pdf)
    await page.screenshot({ path: path.join(browserConfig.shots, `${name}-1366.png`) })
  }
  await page.close()
  return { ...readPdf(pdf), jpeg, pdf }
}

/** The code on a printed page is that of the record that the page names, at this server's address, and the address leads to the record. */
export async function seeQrLead(page: Page, print: string, record: RegExp): Promise<void> {
  await page.goto(print)
  const source = await page.locator('img[src*="get_qrcode_img"]').first().getAttribute('src')
  const named = new URL(source ?? '', page.url()).searchParams.get('text') ?? ''
  const address = new URL(named, page.url()).href
  expect(address).toContain('?path=')
  const drawn = await (await page.request.get(new URL(source!, print).href)).body()
  const own = await QRCode.toBuffer(address, { errorCorrectionLevel: 'M', margin: 4, scale: 8 })
  expect(drawn.equals(own)).toBe(true)
  await page.goto(address)
  await expect(page).toHaveURL(record)
}
