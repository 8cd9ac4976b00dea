/*
 * conquest-wall COMMAND [ARGUMENT...]
 *
 * Runs a command that can open no socket, write no file, and look into no process but its own. It needs neither rights nor
 * namespaces, which containers are refused: the server puts it around what draws pages and pictures (server/src/platform/walls.ts).
 *
 *   cc -O2 -Wall -o /usr/bin/conquest-wall conquest-wall.c
 */
#include <errno.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/landlock.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#if defined(__x86_64__)
#define ARCH AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define ARCH AUDIT_ARCH_AARCH64
#else
#error "This processor is not known here."
#endif

/* Calls of the other ABI of x86-64 have this bit, and would be let through by their numbers. */
#define OTHER_ABI 0x40000000

#define LOAD(field) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, field))
#define ANSWER(action) BPF_STMT(BPF_RET | BPF_K, (action))
#define REFUSE(call) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (call), 0, 1), ANSWER(SECCOMP_RET_ERRNO | EPERM)

static int shut_network(void)
{
	struct sock_filter filter[] = {
		LOAD(arch),
		BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, ARCH, 1, 0),
		ANSWER(SECCOMP_RET_KILL_PROCESS),
		LOAD(nr),
		BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, OTHER_ABI, 0, 1),
		ANSWER(SECCOMP_RET_KILL_PROCESS),
		REFUSE(SYS_socket),
		/* It opens sockets too, and no filter sees it. */
		REFUSE(SYS_io_uring_setup),
		REFUSE(SYS_ptrace),
		REFUSE(SYS_process_vm_readv),
		REFUSE(SYS_process_vm_writev),
		REFUSE(SYS_pidfd_open),
		REFUSE(SYS_pidfd_getfd),
		ANSWER(SECCOMP_RET_ALLOW),
	};
	struct sock_fprog program = { sizeof(filter) / sizeof(filter[0]), filter };
	return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program);
}

/*
 * Nothing below any folder may be changed, and what only who could debug a process may read of it, like the environment of the
 * server, stays its own.
 */
static int shut_files(void)
{
	struct landlock_ruleset_attr rules = {
		.handled_access_fs = LANDLOCK_ACCESS_FS_WRITE_FILE | LANDLOCK_ACCESS_FS_REMOVE_DIR | LANDLOCK_ACCESS_FS_REMOVE_FILE |
				     LANDLOCK_ACCESS_FS_MAKE_CHAR | LANDLOCK_ACCESS_FS_MAKE_DIR | LANDLOCK_ACCESS_FS_MAKE_REG |
				     LANDLOCK_ACCESS_FS_MAKE_SOCK | LANDLOCK_ACCESS_FS_MAKE_FIFO | LANDLOCK_ACCESS_FS_MAKE_BLOCK |
				     LANDLOCK_ACCESS_FS_MAKE_SYM,
	};
	int ruleset = syscall(SYS_landlock_create_ruleset, &rules, sizeof(rules), 0);
	/* Kernels before 5.13, those that have it switched off, and containers of that time take away the network alone. */
	if (ruleset < 0)
		return errno == ENOSYS || errno == EOPNOTSUPP || errno == EPERM ? 0 : -1;
	if (syscall(SYS_landlock_restrict_self, ruleset, 0))
		return -1;
	return close(ruleset);
}

int main(int count, char **arguments)
{
	if (count < 2) {
		fprintf(stderr, "conquest-wall COMMAND [ARGUMENT...]\n");
		return 64;
	}
	if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) || shut_files() || shut_network()) {
		perror("conquest-wall");
		return 71;
	}
	execvp(arguments[1], arguments + 1);
	perror(arguments[1]);
	return 127;
}
