import { spawnSync } from 'node:child_process'
import { installPackage } from './debian-package.ts'

/** The program that reads RTSP cameras in the tests: an installed one, or Debian's package. */
export function findOrInstallFfmpeg(): void {
  if (hasFfmpeg()) return
  if (!installPackage('ffmpeg') || !hasFfmpeg())
    throw new Error('Не удалось установить ffmpeg: поставьте его сами')
}

export const hasFfmpeg = () => spawnSync('ffmpeg', ['-version'], { stdio: 'ignore' }).status === 0
