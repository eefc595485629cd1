// Package acceptance lets the Go clients of Kubernetes loose on a server: the one of $KUBECONFIG.
package acceptance

import (
	"context"
	"fmt"
	"os"
	"testing"
	"time"

	batchv1 "k8s.io/api/batch/v1"
	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apimachinery/pkg/watch"
	corev1apply "k8s.io/client-go/applyconfigurations/core/v1"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/metadata"
	"k8s.io/client-go/metadata/metadatainformer"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/tools/cache"
	"k8s.io/client-go/tools/clientcmd"
	"k8s.io/client-go/tools/leaderelection"
	"k8s.io/client-go/tools/leaderelection/resourcelock"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/log"
	"sigs.k8s.io/controller-runtime/pkg/log/zap"
	"sigs.k8s.io/controller-runtime/pkg/manager"
	metricsserver "sigs.k8s.io/controller-runtime/pkg/metrics/server"
)

const patience = 60 * time.Second

func config(t *testing.T) *rest.Config {
	t.Helper()
	log.SetLogger(zap.New())
	path := os.Getenv("KUBECONFIG")
	if path == "" {
		t.Fatal("KUBECONFIG is not set, expected the server to test")
	}
	found, err := clientcmd.BuildConfigFromFlags("", path)
	must(t, err)
	return found
}

// binary is a config whose typed clients speak protobuf, as those of controllers do.
func binary(t *testing.T) *rest.Config {
	found := config(t)
	found.ContentType = "application/vnd.kubernetes.protobuf"
	found.AcceptContentTypes = "application/vnd.kubernetes.protobuf,application/json"
	return found
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func limited(t *testing.T) context.Context {
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	t.Cleanup(cancel)
	return ctx
}

// namespace makes one for a test and removes it afterwards.
func namespace(t *testing.T, clients kubernetes.Interface) string {
	t.Helper()
	made, err := clients.CoreV1().Namespaces().Create(limited(t),
		&corev1.Namespace{ObjectMeta: metav1.ObjectMeta{GenerateName: "go-"}}, metav1.CreateOptions{})
	must(t, err)
	t.Cleanup(func() {
		_ = clients.CoreV1().Namespaces().Delete(context.Background(), made.Name, metav1.DeleteOptions{})
	})
	return made.Name
}

func configMap(name, value string) *corev1.ConfigMap {
	return &corev1.ConfigMap{
		ObjectMeta: metav1.ObjectMeta{Name: name, Labels: map[string]string{"app": "go"}},
		Data:       map[string]string{"v": value},
	}
}

func TestTypedClientsInProtobuf(t *testing.T) {
	clients := kubernetes.NewForConfigOrDie(binary(t))
	ctx, ns := limited(t), namespace(t, clients)
	maps := clients.CoreV1().ConfigMaps(ns)

	made, err := maps.Create(ctx, configMap("a", "1"), metav1.CreateOptions{})
	must(t, err)
	if _, err = maps.Create(ctx, configMap("a", "1"), metav1.CreateOptions{}); !apierrors.IsAlreadyExists(err) {
		t.Fatalf("second create: %v", err)
	}
	stale := made.DeepCopy()
	made.Data["v"] = "2"
	made, err = maps.Update(ctx, made, metav1.UpdateOptions{})
	must(t, err)
	if _, err = maps.Update(ctx, stale, metav1.UpdateOptions{}); !apierrors.IsConflict(err) {
		t.Fatalf("stale update: %v", err)
	}
	patched, err := maps.Patch(ctx, "a", types.StrategicMergePatchType, []byte(`{"data":{"w":"3"}}`), metav1.PatchOptions{})
	must(t, err)
	if patched.Data["v"] != "2" || patched.Data["w"] != "3" {
		t.Fatalf("patched: %v", patched.Data)
	}
	applied, err := maps.Apply(ctx, corev1apply.ConfigMap("a", ns).WithData(map[string]string{"x": "4"}),
		metav1.ApplyOptions{FieldManager: "go"})
	must(t, err)
	if len(applied.Data) != 3 {
		t.Fatalf("applied: %v", applied.Data)
	}
	must(t, maps.Delete(ctx, "a", metav1.DeleteOptions{Preconditions: &metav1.Preconditions{UID: &made.UID}}))
	if _, err = maps.Get(ctx, "a", metav1.GetOptions{}); !apierrors.IsNotFound(err) {
		t.Fatalf("get after delete: %v", err)
	}
}

func TestJobsKeepTheirZeroes(t *testing.T) {
	clients := kubernetes.NewForConfigOrDie(binary(t))
	ctx, ns := limited(t), namespace(t, clients)
	zero, suspended := int32(0), true
	job, err := clients.BatchV1().Jobs(ns).Create(ctx, &batchv1.Job{
		ObjectMeta: metav1.ObjectMeta{Name: "j"},
		Spec: batchv1.JobSpec{
			BackoffLimit: &zero, Suspend: &suspended,
			Template: corev1.PodTemplateSpec{Spec: corev1.PodSpec{
				RestartPolicy: corev1.RestartPolicyNever,
				Containers:    []corev1.Container{{Name: "c", Image: "i"}},
			}},
		},
	}, metav1.CreateOptions{})
	must(t, err)
	if job.Spec.BackoffLimit == nil || *job.Spec.BackoffLimit != 0 || !*job.Spec.Suspend || *job.Spec.Parallelism != 1 {
		t.Fatalf("spec: %+v", job.Spec)
	}
}

func TestPagesAndWatches(t *testing.T) {
	clients := kubernetes.NewForConfigOrDie(binary(t))
	ctx, ns := limited(t), namespace(t, clients)
	maps := clients.CoreV1().ConfigMaps(ns)
	for i := range 7 {
		_, err := maps.Create(ctx, configMap(fmt.Sprint("m", i), "1"), metav1.CreateOptions{})
		must(t, err)
	}
	seen, token, first := 0, "", ""
	for {
		page, err := maps.List(ctx, metav1.ListOptions{LabelSelector: "app=go", Limit: 3, Continue: token})
		must(t, err)
		seen += len(page.Items)
		if first == "" {
			first = page.ResourceVersion
		}
		if token = page.Continue; token == "" {
			break
		}
	}
	if seen != 7 {
		t.Fatalf("pages held %d objects, expected 7", seen)
	}
	changes, err := maps.Watch(ctx, metav1.ListOptions{ResourceVersion: first, LabelSelector: "app=go"})
	must(t, err)
	defer changes.Stop()
	must(t, maps.Delete(ctx, "m0", metav1.DeleteOptions{}))
	if event := <-changes.ResultChan(); event.Type != watch.Deleted {
		t.Fatalf("event: %v", event)
	}
}

func TestInformers(t *testing.T) {
	clients := kubernetes.NewForConfigOrDie(binary(t))
	ctx, ns := limited(t), namespace(t, clients)
	factory := informers.NewSharedInformerFactoryWithOptions(clients, 0, informers.WithNamespace(ns))
	informer := factory.Core().V1().ConfigMaps().Informer()
	added, deleted := make(chan string, 100), make(chan string, 100)
	_, err := informer.AddEventHandler(cache.ResourceEventHandlerFuncs{
		AddFunc:    func(o any) { added <- o.(*corev1.ConfigMap).Name },
		DeleteFunc: func(o any) { deleted <- o.(*corev1.ConfigMap).Name },
	})
	must(t, err)
	_, err = clients.CoreV1().ConfigMaps(ns).Create(ctx, configMap("before", "1"), metav1.CreateOptions{})
	must(t, err)
	factory.Start(ctx.Done())
	if !cache.WaitForCacheSync(ctx.Done(), informer.HasSynced) {
		t.Fatal("the informer did not fill")
	}
	_, err = clients.CoreV1().ConfigMaps(ns).Create(ctx, configMap("after", "1"), metav1.CreateOptions{})
	must(t, err)
	expect(t, ctx, added, "before", "after")
	must(t, clients.CoreV1().ConfigMaps(ns).Delete(ctx, "before", metav1.DeleteOptions{}))
	expect(t, ctx, deleted, "before")
}

func TestMetadataInformers(t *testing.T) {
	clients := kubernetes.NewForConfigOrDie(config(t))
	ctx, ns := limited(t), namespace(t, clients)
	bare, err := metadata.NewForConfig(config(t))
	must(t, err)
	factory := metadatainformer.NewFilteredSharedInformerFactory(bare, 0, ns, nil)
	informer := factory.ForResource(schema.GroupVersionResource{Version: "v1", Resource: "configmaps"}).Informer()
	added := make(chan string, 100)
	_, err = informer.AddEventHandler(cache.ResourceEventHandlerFuncs{
		AddFunc: func(o any) { added <- o.(*metav1.PartialObjectMetadata).Name },
	})
	must(t, err)
	factory.Start(ctx.Done())
	if !cache.WaitForCacheSync(ctx.Done(), informer.HasSynced) {
		t.Fatal("the informer did not fill")
	}
	_, err = clients.CoreV1().ConfigMaps(ns).Create(ctx, configMap("a", "1"), metav1.CreateOptions{})
	must(t, err)
	expect(t, ctx, added, "a")
}

// expect waits until all names have come, in any order, with others between.
func expect(t *testing.T, ctx context.Context, came <-chan string, names ...string) {
	t.Helper()
	missing := map[string]bool{}
	for _, name := range names {
		missing[name] = true
	}
	for len(missing) > 0 {
		select {
		case name := <-came:
			delete(missing, name)
		case <-ctx.Done():
			t.Fatalf("did not come: %v", missing)
		}
	}
}

func TestLeaderElection(t *testing.T) {
	clients := kubernetes.NewForConfigOrDie(binary(t))
	ctx, ns := limited(t), namespace(t, clients)
	led := make(chan string, 10)
	run := func(ctx context.Context, id string) {
		leaderelection.RunOrDie(ctx, leaderelection.LeaderElectionConfig{
			Lock: &resourcelock.LeaseLock{
				LeaseMeta:  metav1.ObjectMeta{Name: "l", Namespace: ns},
				Client:     clients.CoordinationV1(),
				LockConfig: resourcelock.ResourceLockConfig{Identity: id},
			},
			LeaseDuration: 15 * time.Second, RenewDeadline: 10 * time.Second, RetryPeriod: 200 * time.Millisecond,
			ReleaseOnCancel: true,
			Callbacks: leaderelection.LeaderCallbacks{
				OnStartedLeading: func(context.Context) { led <- id },
				OnStoppedLeading: func() {},
			},
		})
	}
	first, resign := context.WithCancel(ctx)
	go run(first, "first")
	expect(t, ctx, led, "first")
	go run(ctx, "second")
	resign()
	expect(t, ctx, led, "second")
}

// marker labels every ConfigMap that it sees.
type marker struct {
	client.Client
}

func (m *marker) Reconcile(ctx context.Context, request ctrl.Request) (ctrl.Result, error) {
	var found corev1.ConfigMap
	if err := m.Get(ctx, request.NamespacedName, &found); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	if found.Labels["marked"] == "yes" || found.Labels["app"] != "go" {
		return ctrl.Result{}, nil
	}
	changed := found.DeepCopy()
	changed.Labels["marked"] = "yes"
	return ctrl.Result{}, m.Patch(ctx, changed, client.MergeFrom(&found))
}

func TestControllerRuntime(t *testing.T) {
	clients := kubernetes.NewForConfigOrDie(config(t))
	ctx, ns := limited(t), namespace(t, clients)
	running, stop := context.WithCancel(ctx)
	defer stop()
	made, err := ctrl.NewManager(config(t), manager.Options{
		Metrics:                 metricsserver.Options{BindAddress: "0"},
		LeaderElection:          true,
		LeaderElectionID:        "marker",
		LeaderElectionNamespace: ns,
	})
	must(t, err)
	must(t, ctrl.NewControllerManagedBy(made).Named("marker").For(&corev1.ConfigMap{}).Complete(&marker{made.GetClient()}))
	go func() { _ = made.Start(running) }()

	_, err = clients.CoreV1().ConfigMaps(ns).Create(ctx, configMap("a", "1"), metav1.CreateOptions{})
	must(t, err)
	changes, err := clients.CoreV1().ConfigMaps(ns).Watch(ctx, metav1.ListOptions{LabelSelector: "marked=yes"})
	must(t, err)
	defer changes.Stop()
	select {
	case event := <-changes.ResultChan():
		if event.Object.(*corev1.ConfigMap).Name != "a" {
			t.Fatalf("event: %v", event)
		}
	case <-ctx.Done():
		t.Fatal("nobody marked the ConfigMap")
	}
}
