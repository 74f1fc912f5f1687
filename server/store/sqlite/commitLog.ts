import type { DatabaseSync } from 'node:sqlite'
import { open, type FileHandle } from 'node:fs/promises'
import { dirname } from 'node:path'
import { syncFolder } from '../../lib/syncFolder.ts'
import type { BusyLine } from './busyLine.ts'
import { emptyLog, transact } from './dialect.ts'

/** What puts commits on disk. */
export interface CommitLog {
  /**
   * Runs `work` in one transaction, at once; whatever it throws rolls everything back. Where another
   * process writes, in its turn, and again from its beginning where it had begun. Resolves with what it
   * returned when that is on disk.
   *
   * @throws what `work` throws; SQLite's error where the other process writes for too long
   */
  transact<T>(work: () => T): Promise<T>
  /**
   * Resolves when everything committed until now is on disk.
   *
   * @throws the system's error (EIO, ENOSPC) where that cannot be: then nobody may be told that it is
   */
  synced(): Promise<void>
  /** Gives the file back; whatever was committed has to be on disk. */
  close(): Promise<void>
}

/**
 * The log of a database that commits with `synchronous = NORMAL`: SQLite then writes what is committed to
 * the log and goes on, and the log is put on disk here, beside whatever else the process does, one sync for
 * all that was committed meanwhile. With FULL the process stands still for each: a disk that takes 100 ms
 * for one keeps every reader waiting (decision page 0003).
 *
 * @param file of the database, in WAL mode
 * @param line in which transactions wait for other processes
 */
export function openCommitLog(database: DatabaseSync, file: string, line: BusyLine): CommitLog {
  let opened: Promise<FileHandle> | undefined
  let running: Promise<void> = Promise.resolve()
  let next: Promise<void> | undefined
  /** A sync failed: what the log holds of then cannot be relied on. */
  let isSuspect = false

  const openLog = async (): Promise<FileHandle> => {
    const handle = await open(`${file}-wal`, 'r+')
    try {
      // Else a power cut may take the file that was just made, whatever is in it.
      await syncFolder(dirname(file))
      return handle
    } catch (error) {
      await handle.close()
      throw error
    }
  }

  const sync = async (): Promise<void> => {
    try {
      if (isSuspect) {
        // A second sync would say that all is well, and is not asked: the log goes into the database.
        if (!emptyLog(database)) {
          throw Object.assign(new Error('The log could not be put on disk.'), { code: 'EIO' })
        }
        isSuspect = false
      }
      opened ??= openLog()
      opened.catch(() => (opened = undefined))
      await (await opened).datasync()
    } catch (error) {
      isSuspect = true
      throw error
    }
  }

  const synced = (): Promise<void> => {
    if (next) return next
    const before = running
    next = (async (): Promise<void> => {
      // Whose sync failed is told so by their own.
      await before.catch(() => undefined)
      if (next) running = next
      next = undefined
      await sync()
    })()
    return next
  }

  return {
    synced,

    async transact(work) {
      const result = await line.write(() => transact(database, work))
      await synced()
      return result
    },

    async close() {
      await (await opened)?.close()
    },
  }
}
