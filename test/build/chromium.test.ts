import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findChromium } from '../../scripts/chromium.ts'

const among =
  (...installed: string[]) =>
  (place: string) =>
    installed.includes(place)

test('the headless shell is taken before the whole browser, which does where it alone stands', () => {
  const [shell, whole] = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium']
  assert.equal(findChromium(among(whole, shell), ''), shell)
  assert.equal(findChromium(among(whole), ''), whole)
  assert.equal(findChromium(among(), ''), undefined)
})

test('the Chromium that CHROMIUM names is taken before all, unless it is not there', () => {
  const [shell, own] = ['/usr/bin/chromium-headless-shell', '/opt/own/chromium']
  assert.equal(findChromium(among(shell, own), own), own)
  assert.equal(findChromium(among(shell), own), shell)
})
