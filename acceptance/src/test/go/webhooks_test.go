package acceptance

import (
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"errors"
	"fmt"
	"math/big"
	"net"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	admissionv1 "k8s.io/api/admissionregistration/v1"
	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/rest"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/manager"
	metricsserver "sigs.k8s.io/controller-runtime/pkg/metrics/server"
	"sigs.k8s.io/controller-runtime/pkg/webhook"
	"sigs.k8s.io/controller-runtime/pkg/webhook/admission"
)

// hooks is a webhook server as controllers have it: it fills in and judges ConfigMaps.
type hooks struct {
	mutex   sync.Mutex
	dryRuns map[string]bool
}

func (h *hooks) Default(ctx context.Context, found *corev1.ConfigMap) error {
	request, err := admission.RequestFromContext(ctx)
	if err != nil {
		return err
	}
	h.mutex.Lock()
	h.dryRuns[found.Name] = request.DryRun != nil && *request.DryRun
	h.mutex.Unlock()
	if found.Data == nil {
		found.Data = map[string]string{}
	}
	if found.Data["filled"] == "" {
		found.Data["filled"] = "in"
	}
	return nil
}

func (h *hooks) ValidateCreate(_ context.Context, found *corev1.ConfigMap) (admission.Warnings, error) {
	switch found.Data["v"] {
	case "bad":
		return nil, errors.New("v must not be bad")
	case "odd":
		return admission.Warnings{"v is odd"}, nil
	}
	return nil, nil
}

func (h *hooks) ValidateUpdate(ctx context.Context, before, after *corev1.ConfigMap) (admission.Warnings, error) {
	if before.Data["filled"] != after.Data["filled"] {
		return nil, errors.New("filled must stay")
	}
	return h.ValidateCreate(ctx, after)
}

func (h *hooks) ValidateDelete(_ context.Context, found *corev1.ConfigMap) (admission.Warnings, error) {
	if found.Labels["keep"] == "yes" {
		return nil, errors.New("it is to be kept")
	}
	return nil, nil
}

func (h *hooks) sawDryRun(name string) (seen, dry bool) {
	h.mutex.Lock()
	defer h.mutex.Unlock()
	dry, seen = h.dryRuns[name]
	return seen, dry
}

// serve starts a manager with the hooks and tells where they listen and who signed their certificate.
func serve(t *testing.T, ctx context.Context, found *hooks) (url string, authority []byte) {
	t.Helper()
	folder := t.TempDir()
	authority = certificate(t, folder)
	free, err := net.Listen("tcp", "127.0.0.1:0")
	must(t, err)
	port := free.Addr().(*net.TCPAddr).Port
	must(t, free.Close())
	server := webhook.NewServer(webhook.Options{Host: "127.0.0.1", Port: port, CertDir: folder})
	made, err := ctrl.NewManager(config(t), manager.Options{
		Metrics:       metricsserver.Options{BindAddress: "0"},
		WebhookServer: server,
	})
	must(t, err)
	must(t, ctrl.NewWebhookManagedBy(made, &corev1.ConfigMap{}).WithDefaulter(found).WithValidator(found).Complete())
	go func() { _ = made.Start(ctx) }()
	until(t, ctx, "the webhook server listens", func() bool { return server.StartedChecker()(nil) == nil })
	return fmt.Sprintf("https://127.0.0.1:%d", port), authority
}

// certificate writes one for 127.0.0.1 and its key into a folder, and returns the authority's.
func certificate(t *testing.T, folder string) []byte {
	t.Helper()
	authority := &x509.Certificate{
		SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "hooks-ca"},
		NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(time.Hour),
		IsCA: true, BasicConstraintsValid: true, KeyUsage: x509.KeyUsageCertSign,
	}
	server := &x509.Certificate{
		SerialNumber: big.NewInt(2), Subject: pkix.Name{CommonName: "hooks"},
		NotBefore: authority.NotBefore, NotAfter: authority.NotAfter,
		IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)},
		ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth},
	}
	authorityKey, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	must(t, err)
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	must(t, err)
	signed, err := x509.CreateCertificate(rand.Reader, authority, authority, &authorityKey.PublicKey, authorityKey)
	must(t, err)
	leaf, err := x509.CreateCertificate(rand.Reader, server, authority, &key.PublicKey, authorityKey)
	must(t, err)
	private, err := x509.MarshalPKCS8PrivateKey(key)
	must(t, err)
	write := func(name, kind string, bytes []byte) {
		must(t, os.WriteFile(filepath.Join(folder, name), pem.EncodeToMemory(&pem.Block{Type: kind, Bytes: bytes}), 0o600))
	}
	write("tls.crt", "CERTIFICATE", leaf)
	write("tls.key", "PRIVATE KEY", private)
	return pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: signed})
}

// until asks again and again: the Go clients' way to wait for what nobody tells of.
func until(t *testing.T, ctx context.Context, what string, holds func() bool) {
	t.Helper()
	for !holds() {
		select {
		case <-ctx.Done():
			t.Fatalf("not in time: %s", what)
		case <-time.After(20 * time.Millisecond):
		}
	}
}

func pointer[T any](value T) *T { return &value }

func rules(operations ...admissionv1.OperationType) []admissionv1.RuleWithOperations {
	return []admissionv1.RuleWithOperations{{
		Operations: operations,
		Rule:       admissionv1.Rule{APIGroups: []string{""}, APIVersions: []string{"v1"}, Resources: []string{"configmaps"}},
	}}
}

func only(namespace string) *metav1.LabelSelector {
	return &metav1.LabelSelector{MatchLabels: map[string]string{"kubernetes.io/metadata.name": namespace}}
}

func validating(name, namespace, url string, authority []byte, policy admissionv1.FailurePolicyType) *admissionv1.ValidatingWebhookConfiguration {
	return &admissionv1.ValidatingWebhookConfiguration{
		ObjectMeta: metav1.ObjectMeta{Name: name},
		Webhooks: []admissionv1.ValidatingWebhook{{
			Name:                    name + ".example.com",
			ClientConfig:            admissionv1.WebhookClientConfig{URL: pointer(url + "/validate--v1-configmap"), CABundle: authority},
			Rules:                   rules(admissionv1.Create, admissionv1.Update, admissionv1.Delete),
			NamespaceSelector:       only(namespace),
			FailurePolicy:           &policy,
			SideEffects:             pointer(admissionv1.SideEffectClassNone),
			AdmissionReviewVersions: []string{"v1"},
			MatchConditions: []admissionv1.MatchCondition{{
				Name: "not-exempt", Expression: "request.name != 'exempt'",
			}},
		}},
	}
}

func mutating(name, namespace, url string, authority []byte) *admissionv1.MutatingWebhookConfiguration {
	return &admissionv1.MutatingWebhookConfiguration{
		ObjectMeta: metav1.ObjectMeta{Name: name},
		Webhooks: []admissionv1.MutatingWebhook{{
			Name:                    name + ".example.com",
			ClientConfig:            admissionv1.WebhookClientConfig{URL: pointer(url + "/mutate--v1-configmap"), CABundle: authority},
			Rules:                   rules(admissionv1.Create),
			NamespaceSelector:       only(namespace),
			SideEffects:             pointer(admissionv1.SideEffectClassNone),
			AdmissionReviewVersions: []string{"v1"},
			MatchConditions: []admissionv1.MatchCondition{{
				Name: "not-exempt", Expression: "object.metadata.name != 'exempt'",
			}},
		}},
	}
}

// warned keeps what the server warns of.
type warned struct {
	mutex sync.Mutex
	texts []string
}

func (w *warned) HandleWarningHeader(_ int, _ string, text string) {
	w.mutex.Lock()
	defer w.mutex.Unlock()
	w.texts = append(w.texts, text)
}

func TestWebhookServer(t *testing.T) {
	warnings := &warned{}
	speaking := binary(t)
	speaking.WarningHandler = warnings
	clients := kubernetes.NewForConfigOrDie(speaking)
	ctx, ns := limited(t), namespace(t, clients)
	running, stop := context.WithCancel(ctx)
	defer stop()
	found := &hooks{dryRuns: map[string]bool{}}
	url, authority := serve(t, running, found)
	fill, judge := clients.AdmissionregistrationV1().MutatingWebhookConfigurations(), clients.AdmissionregistrationV1().ValidatingWebhookConfigurations()
	_, err := fill.Create(ctx, mutating(ns+"-fill", ns, url, authority), metav1.CreateOptions{})
	must(t, err)
	t.Cleanup(func() { _ = fill.Delete(context.Background(), ns+"-fill", metav1.DeleteOptions{}) })
	_, err = judge.Create(ctx, validating(ns+"-judge", ns, url, authority, admissionv1.Fail), metav1.CreateOptions{})
	must(t, err)
	t.Cleanup(func() { _ = judge.Delete(context.Background(), ns+"-judge", metav1.DeleteOptions{}) })
	maps := clients.CoreV1().ConfigMaps(ns)
	until(t, ctx, "both webhooks are asked", func() bool {
		tried, tryErr := maps.Create(ctx, configMap("try", "1"), metav1.CreateOptions{DryRun: []string{metav1.DryRunAll}})
		_, refusal := maps.Create(ctx, configMap("try", "bad"), metav1.CreateOptions{DryRun: []string{metav1.DryRunAll}})
		return tryErr == nil && tried.Data["filled"] == "in" && apierrors.IsForbidden(refusal)
	})

	made, err := maps.Create(ctx, configMap("a", "1"), metav1.CreateOptions{})
	must(t, err)
	stored, err := maps.Get(ctx, "a", metav1.GetOptions{})
	must(t, err)
	if made.Data["filled"] != "in" || stored.Data["filled"] != "in" {
		t.Fatalf("answered %v, stored %v", made.Data, stored.Data)
	}
	if seen, dry := found.sawDryRun("a"); !seen || dry {
		t.Fatalf("a: asked %v, as a dry run %v", seen, dry)
	}

	_, err = maps.Create(ctx, configMap("b", "bad"), metav1.CreateOptions{})
	refused(t, err, `admission webhook "`+ns+`-judge.example.com" denied the request: v must not be bad`)
	if _, err = maps.Get(ctx, "b", metav1.GetOptions{}); !apierrors.IsNotFound(err) {
		t.Fatalf("get of what was refused: %v", err)
	}
	changed := stored.DeepCopy()
	changed.Data["filled"] = "out"
	_, err = maps.Update(ctx, changed, metav1.UpdateOptions{})
	refused(t, err, "filled must stay")

	_, err = maps.Create(ctx, configMap("odd", "odd"), metav1.CreateOptions{})
	must(t, err)
	if !strings.Contains(strings.Join(warnings.texts, "\n"), "v is odd") {
		t.Fatalf("warnings: %q", warnings.texts)
	}

	exempt, err := maps.Create(ctx, configMap("exempt", "bad"), metav1.CreateOptions{})
	must(t, err)
	if exempt.Data["filled"] != "" {
		t.Fatalf("no webhook was to be asked: %v", exempt.Data)
	}

	dry, err := maps.Create(ctx, configMap("dry", "1"), metav1.CreateOptions{DryRun: []string{metav1.DryRunAll}})
	must(t, err)
	if seen, asDryRun := found.sawDryRun("dry"); dry.Data["filled"] != "in" || !seen || !asDryRun {
		t.Fatalf("dry run: %v, asked %v, as a dry run %v", dry.Data, seen, asDryRun)
	}
	if _, err = maps.Get(ctx, "dry", metav1.GetOptions{}); !apierrors.IsNotFound(err) {
		t.Fatalf("get after a dry run: %v", err)
	}

	kept := configMap("kept", "1")
	kept.Labels["keep"] = "yes"
	_, err = maps.Create(ctx, kept, metav1.CreateOptions{})
	must(t, err)
	refused(t, maps.Delete(ctx, "kept", metav1.DeleteOptions{}), "it is to be kept")
	must(t, maps.Delete(ctx, "a", metav1.DeleteOptions{}))
}

// refused checks that a webhook said no, and in which words.
func refused(t *testing.T, err error, words string) {
	t.Helper()
	if !apierrors.IsForbidden(err) || !strings.Contains(err.Error(), words) {
		t.Fatalf("refusal: %v, expected %q", err, words)
	}
}

func TestWebhooksThatCannotBeTrusted(t *testing.T) {
	clients := kubernetes.NewForConfigOrDie(config(t))
	ctx, ns := limited(t), namespace(t, clients)
	running, stop := context.WithCancel(ctx)
	defer stop()
	url, _ := serve(t, running, &hooks{dryRuns: map[string]bool{}})
	other := certificate(t, t.TempDir())
	judge := clients.AdmissionregistrationV1().ValidatingWebhookConfigurations()
	maps := clients.CoreV1().ConfigMaps(ns)

	made, err := judge.Create(ctx, validating(ns+"-judge", ns, url, other, admissionv1.Fail), metav1.CreateOptions{})
	must(t, err)
	t.Cleanup(func() { _ = judge.Delete(context.Background(), ns+"-judge", metav1.DeleteOptions{}) })
	until(t, ctx, "a webhook of an unknown authority fails", func() bool {
		_, tryErr := maps.Create(ctx, configMap("try", "1"), metav1.CreateOptions{DryRun: []string{metav1.DryRunAll}})
		return apierrors.IsInternalError(tryErr) && strings.Contains(tryErr.Error(), "failed calling webhook")
	})
	if _, err = maps.Create(ctx, configMap("a", "1"), metav1.CreateOptions{}); err == nil {
		t.Fatal("the failure policy is Fail, yet the write passed")
	}

	made.Webhooks[0].FailurePolicy = pointer(admissionv1.Ignore)
	_, err = judge.Update(ctx, made, metav1.UpdateOptions{})
	must(t, err)
	until(t, ctx, "the failure policy Ignore lets writes pass", func() bool {
		_, tryErr := maps.Create(ctx, configMap("bad", "bad"), metav1.CreateOptions{})
		return tryErr == nil
	})

	loud := validating(ns+"-loud", ns, url, other, admissionv1.Fail)
	loud.Webhooks[0].SideEffects = pointer(admissionv1.SideEffectClassSome)
	if _, err = judge.Create(ctx, loud, metav1.CreateOptions{}); !apierrors.IsInvalid(err) {
		t.Fatalf("side effects: %v", err)
	}
}

var _ rest.WarningHandler = &warned{}
