/** Processor time and memory of a process and its children, as the Linux kernel counts them. */
import { readFileSync, readdirSync, readlinkSync } from 'node:fs';
import path from 'node:path';

const TICK_MS = 10;

/** Processor time so far in milliseconds, including ended children. */
export const cpuMs = (pid: number): number => sum(tree(pid).map((each) => ticks(each) * TICK_MS));

/** Memory of the processes that run this program, in megabytes. */
export const memoryMb = (pid: number, program: string): number =>
  sum(tree(pid).map((each) => (programOf(each) === program ? residentKb(each) : 0))) / 1024;

function tree(pid: number): number[] {
  const children = tasks(pid).flatMap((task) => read(pid, `task/${task}/children`).split(' '));
  return [pid, ...children.filter((text) => text.trim()).flatMap((child) => tree(Number(child)))];
}

function tasks(pid: number): string[] {
  try {
    return readdirSync(`/proc/${pid}/task`);
  } catch {
    return [];
  }
}

function programOf(pid: number): string {
  try {
    return path.basename(readlinkSync(`/proc/${pid}/exe`));
  } catch {
    return '';
  }
}

/** The name in the second field may contain any character, so fields are counted from its end. */
function ticks(pid: number): number {
  const fields = read(pid, 'stat').split(') ').at(-1)?.split(' ') ?? [];
  // Ticks of the process in user and system mode, then of its ended children.
  return sum([11, 12, 13, 14].map((field) => Number(fields[field] ?? 0)));
}

function residentKb(pid: number): number {
  const [, kilobytes = 0] = /^VmRSS:\s+(\d+)/m.exec(read(pid, 'status')) ?? [];
  return Number(kilobytes);
}

/** The file is empty when the process has ended. */
function read(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return '';
  }
}

const sum = (numbers: readonly number[]): number =>
  numbers.reduce((total, each) => total + each, 0);
