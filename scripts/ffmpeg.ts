import { spawnSync } from 'node:child_process'
import { installPackage } from './debian-package.ts'

/** The program that reads RTSP cameras in the tests: an installed one, or Debian's package. */
export function findOrInstallFfmpeg(): void {
  const works = () => spawnSync('ffmpeg', ['-version'], { stdio: 'ignore' }).status === 0
  if (works()) return
  if (!installPackage('ffmpeg') || !works())
    throw new Error('Не удалось установить ffmpeg: поставьте его сами')
}
